/* Gestures on the picture: transparent, focusable elements over the drawing. The kernel sends what can be moved or
   chosen and where, in the picture's units; the page sends back places. */
const SEEN = ".plotarea_background, svg.scene"; // of whichever canvas draws it, the element whose box is the plotted area
const NEAREST = 30; // pixels around a mark in which a finger takes hold of it
const CORNERS = 72; // of a circle that is drawn as a line of many
const DRAWN = "http://www.w3.org/2000/svg";
const PATIENCE = 600; // milliseconds after which a gesture no longer waits to be heard

/**
 * Draw transparent handles and cells over the picture, and send what is done with them.
 *
 * @param {PlatePart} part
 */
function drawGestures({ model, el, signal }) {
  /** @type {Send} */
  const send = (said) => model.send(said);
  const layer = h("div", { class: "db-hands" });
  const cells = h("div", { class: "db-cells", role: "group" });
  const holds = h("div", { class: "db-holds" });
  const rims = document.createElementNS(DRAWN, "svg"); // below the marks, which come first under the hand
  rims.setAttribute("class", "db-rims");
  rims.setAttribute("viewBox", "0 0 100 100");
  rims.setAttribute("preserveAspectRatio", "none");
  rims.setAttribute("aria-hidden", "true");
  layer.append(rims, cells, holds);
  let told = {};
  let room = null;
  let taken = null; // the mark in the hand: which one, the frame it was taken in, where the pointer is
  let waiting = null; // what was said last is being worked out; what comes meanwhile is kept
  let timer = 0;
  let active = 0; // the cell that the tab key reaches

  /* One message at a time, so that a slow answer is not buried under places that are past. */
  function speak(said) {
    if (waiting) {
      waiting.next = said;
      return;
    }
    waiting = { heard: told.heard, next: null };
    clearTimeout(timer);
    timer = setTimeout(heard, PATIENCE);
    send(said);
  }
  function heard() {
    const next = waiting?.next;
    waiting = null;
    clearTimeout(timer);
    if (next) speak(next);
  }

  function place() {
    const plot = room?.querySelector(SEEN);
    if (!plot) return;
    const [seen, outer] = [plot.getBoundingClientRect(), room.getBoundingClientRect()];
    Object.assign(layer.style, {
      left: `${seen.left - outer.left}px`,
      top: `${seen.top - outer.top}px`,
      width: `${seen.width}px`,
      height: `${seen.height}px`,
    });
  }
  const spot = (x, y) => {
    const [west, east, south, north] = told.frame;
    return [(100 * (x - west)) / (east - west), (100 * (north - y)) / (north - south)];
  };
  const on = (event, frame) => {
    const seen = layer.getBoundingClientRect();
    const [west, east, south, north] = frame;
    return {
      x: west + ((event.clientX - seen.left) / seen.width) * (east - west),
      y: north - ((event.clientY - seen.top) / seen.height) * (north - south),
    };
  };

  /* Of several marks under one finger the nearest is meant. */
  function nearest(event, reach) {
    let best = null;
    [...holds.children].forEach((one, index) => {
      const box = one.getBoundingClientRect();
      const far = Math.hypot(event.clientX - (box.left + box.right) / 2, event.clientY - (box.top + box.bottom) / 2);
      if (far <= reach && (!best || far < best.far)) best = { index, far };
    });
    return best;
  }
  /* A circle is taken hold of anywhere on its rim. */
  function onRim(event) {
    const index = [...rims.children].indexOf(event.target);
    return index < 0 ? null : { index: Number(event.target.dataset.hold), rim: true };
  }
  function take(event) {
    if (event.button || !told.frame) return;
    const found = nearest(event, NEAREST) || onRim(event) || (told.jumps ? { index: 0, jump: true } : null);
    if (!found) return;
    if (found.jump && event.pointerType !== "mouse") return; // a finger may be scrolling: the tap is taken as a click
    begin(event, found);
  }
  function begin(event, found) {
    const mark = told.holds[found.index];
    const from = on(event, told.frame);
    const rim = found.rim ? { at: mark, from: away(from, mark.rim), circle: mark.rim } : null;
    taken = {
      index: found.index,
      frame: [...told.frame],
      rim,
      off: found.jump ? { x: 0, y: 0 } : { x: mark.x - from.x, y: mark.y - from.y },
      id: event.pointerId,
    };
    layer.setPointerCapture?.(event.pointerId);
    layer.classList.add("db-moving");
    holds.children[found.index].focus({ preventScroll: true });
    send({ do: "grab", hold: found.index });
    if (found.jump) move(event);
    event.preventDefault();
  }
  function move(event) {
    if (!taken || event.pointerId !== taken.id) return;
    const to = on(event, taken.frame);
    speak({ do: "move", ...(taken.rim ? outward(taken.rim, to) : { x: to.x + taken.off.x, y: to.y + taken.off.y }) });
  }
  const away = (place_, [x, y]) => Math.hypot(place_.x - x, place_.y - y);
  /* Wherever the rim was taken, its mark goes as far out or in as the hand did. */
  function outward({ at, from, circle }, to) {
    const [x, y, radius] = circle;
    const far = Math.max(0, radius + away(to, circle) - from);
    return radius ? { x: x + ((at.x - x) / radius) * far, y: y + ((at.y - y) / radius) * far } : { x: x + far, y };
  }
  function drop(event) {
    if (!taken || event.pointerId !== taken.id) return;
    taken = null;
    layer.classList.remove("db-moving");
    const last = waiting?.next;
    if (last) send(last);
    if (waiting) waiting.next = null;
    send({ do: "drop" });
  }
  function tap(event) {
    if (!told.jumps || taken || event.detail === 0 || event.pointerType === "mouse" || nearest(event, NEAREST)) return;
    const to = on(event, told.frame);
    send({ do: "grab", hold: 0 });
    send({ do: "move", x: to.x, y: to.y });
    send({ do: "drop" });
  }
  const ARROWS = {
    ArrowRight: [1, 0],
    ArrowLeft: [-1, 0],
    ArrowUp: [0, 1],
    ArrowDown: [0, -1],
    PageUp: [0, 10],
    PageDown: [0, -10],
  };
  function press(event) {
    const index = [...holds.children].indexOf(event.target);
    const way = ARROWS[event.key];
    if (index < 0 || !way || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const times = event.shiftKey ? 5 : 1;
    speak({ do: "nudge", hold: index, right: way[0] * times, up: way[1] * times });
  }

  function walk(event) {
    const at = [...cells.children].indexOf(event.target);
    const way = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    if (at < 0 || !way) return;
    event.preventDefault();
    event.stopPropagation();
    const [row, column] = [told.cells[at][4] + way[0], told.cells[at][5] + way[1]];
    const to = told.cells.findIndex((one) => one[4] === row && one[5] === column);
    if (to >= 0) {
      active = to;
      reach();
      cells.children[to].focus();
    }
  }
  function reach() {
    [...cells.children].forEach((one, index) => {
      one.tabIndex = index === active ? 0 : -1;
    });
  }

  function drawHolds() {
    const wanted = told.holds || [];
    while (holds.children.length > wanted.length) holds.lastChild.remove();
    wanted.forEach((one, index) => {
      const knob = holds.children[index] || holds.appendChild(h("div", { class: "db-hold", tabindex: "0" }));
      const slides = one.low !== undefined;
      knob.setAttribute("role", slides ? "slider" : "button");
      knob.setAttribute("aria-label", slides ? one.name : `${one.name}: ${one.words}`);
      knob.title = `${one.name}: ${one.words}`;
      for (const [name, value] of [
        ["valuemin", one.low],
        ["valuemax", one.high],
        ["valuenow", one.now],
        ["valuetext", slides ? one.words : undefined],
      ]) {
        if (value === undefined) knob.removeAttribute(`aria-${name}`);
        else knob.setAttribute(`aria-${name}`, String(value));
      }
      if (slides) knob.removeAttribute("aria-roledescription");
      else knob.setAttribute("aria-roledescription", "mark that arrow keys move");
      const [left, top] = spot(one.x, one.y);
      knob.style.left = `${left}%`;
      knob.style.top = `${top}%`;
    });
  }
  function drawRims() {
    const wanted = (told.holds || []).flatMap((one, index) => (one.rim ? [[index, ...one.rim]] : []));
    while (rims.children.length > wanted.length) rims.lastChild.remove();
    wanted.forEach(([index, x, y, radius, facing, width], number) => {
      const rim = rims.children[number] || rims.appendChild(document.createElementNS(DRAWN, "polyline"));
      const turns = Array.from(
        { length: CORNERS + 1 },
        (_, corner) => ((facing + width * (corner / CORNERS - 0.5)) * Math.PI) / 180,
      );
      rim.setAttribute(
        "points",
        turns.map((turn) => spot(x + radius * Math.sin(turn), y + radius * Math.cos(turn)).join()).join(" "),
      );
      rim.dataset.hold = String(index);
    });
  }
  function drawCells() {
    const wanted = told.cells || [];
    while (cells.children.length > wanted.length) cells.lastChild.remove();
    wanted.forEach(([west, south, east, north, , , chosen, label], index) => {
      const cell =
        cells.children[index] ||
        cells.appendChild(
          h("button", { type: "button", class: "db-cell", onclick: (event) => choose(event.currentTarget) }),
        );
      if (cell.title !== label) {
        cell.title = label;
        cell.setAttribute("aria-label", label);
      }
      cell.setAttribute("aria-pressed", String(chosen));
      const [left, top] = spot(west, north);
      const [right, bottom] = spot(east, south);
      cell.style.cssText = `left:${left}%;top:${top}%;width:${right - left}%;height:${bottom - top}%`;
    });
    if (!cells.contains(document.activeElement))
      active = Math.max(
        0,
        wanted.findIndex((one) => one[6]),
      );
    active = Math.min(active, Math.max(0, wanted.length - 1));
    reach();
  }
  function choose(cell) {
    active = [...cells.children].indexOf(cell);
    reach();
    speak({ do: "choose", cell: active });
  }

  function draw() {
    const before = told.heard;
    told = model.get("grips");
    if (waiting && told.heard !== before) heard();
    const plate = plateOf(el);
    room = plate?.querySelector(".drillbook-room");
    if (!room) {
      if (!signal?.aborted) requestAnimationFrame(draw);
      return;
    }
    const some = Boolean((told.holds || []).length || (told.cells || []).length);
    if (some && layer.parentElement !== room) {
      room.append(layer);
      watch(room);
    }
    layer.hidden = !some;
    layer.classList.toggle("db-jumps", Boolean(told.jumps));
    cells.setAttribute("aria-label", model.get("picture")?.caption || "Picture");
    if (!some) return;
    drawHolds();
    drawRims();
    drawCells();
    place();
  }

  /* The drawing settles after the message that changed it: its frame is watched, whoever draws it. */
  const eyes = new MutationObserver(debounce(0, place));
  const size = typeof ResizeObserver === "undefined" ? null : new ResizeObserver(debounce(0, place));
  let watched = null;
  function watch(place_) {
    size?.observe(place_);
    const look = () => {
      const plot = place_.querySelector(SEEN);
      if (plot === watched) return;
      watched = plot;
      if (plot)
        for (const one of [plot, plot.parentElement, plot.ownerSVGElement])
          if (one) eyes.observe(one, { attributes: true });
      place();
    };
    new MutationObserver(look).observe(place_, { childList: true, subtree: true });
    look();
  }

  layer.addEventListener("pointerdown", take);
  layer.addEventListener("pointermove", move);
  layer.addEventListener("pointerup", drop);
  layer.addEventListener("pointercancel", drop);
  layer.addEventListener("click", tap);
  holds.addEventListener("keydown", press);
  cells.addEventListener("keydown", walk);
  listen(model, ["grips"], signal, draw);
  if (signal)
    signal.addEventListener("abort", () => {
      eyes.disconnect();
      size?.disconnect();
    });
  draw();
}
