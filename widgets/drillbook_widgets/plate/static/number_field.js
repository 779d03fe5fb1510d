/* A field for exact numbers with less and more beside it, and marks on the track where the rules change. Held down,
   the buttons repeat. Arrow keys step; Page Up and Page Down go to the next mark. */

/**
 * Make a field for exact numbers, with buttons for less and more and a scale of marks.
 *
 * @param {PlateInput} input
 * @param {HTMLElement} note where a complaint stands
 * @param {Send} send
 * @returns {{ field: HTMLInputElement, parts: HTMLElement[], tell: (told: InputState) => void }}
 */
function numberField(input, note, send) {
  let waiting = false; /* a step has been sent and not yet been answered */
  let typing = false;
  const step = (by, far) => {
    waiting = true;
    send({ do: "step", name: input.name, by, far: Boolean(far) });
  };
  const field = h("input", {
    class: "db-field",
    type: "text",
    inputmode: "decimal",
    autocomplete: "off",
    maxlength: "40",
    "aria-label": `${input.label}, ${input.range}`,
    "aria-describedby": note.id,
    onchange: () => commit(),
    oninput: () => {
      typing = true;
      sent = null;
      unmark();
    },
    onfocus: () => field.select(),
    onkeydown: (event) => {
      event.stopPropagation();
      const by = { ArrowUp: 1, ArrowDown: -1, PageUp: 1, PageDown: -1 }[event.key];
      if (by) {
        event.preventDefault();
        unmark();
        step(by, event.key.startsWith("Page"));
      }
      if (event.key === "Enter") commit();
      if (event.key === "Escape") {
        unmark();
        restore();
        commit();
        field.blur();
      }
    },
  });
  let shown = "";
  let wrong = false; /* what was sent last is complained of; the number shown is the last good one */
  let sent = null; /* a browser tells no change where what was wrong is typed a second time */
  function commit() {
    typing = false;
    if ((field.value === shown && !wrong) || field.value === sent) return;
    sent = field.value;
    send({ do: "type", name: input.name, text: sent });
  }
  function restore() {
    typing = false;
    sent = null;
    if (field.value === shown) return;
    field.value = shown;
    if (document.activeElement === field) field.select();
  }
  function unmark() {
    field.removeAttribute("aria-invalid");
    field.closest(".drillbook-input")?.classList.remove("db-wrong");
    setText(note, "");
  }
  const button = (by, sign, word) => {
    let timer = 0;
    let held = false;
    const stop = () => clearTimeout(timer);
    const ended = () => made.getAttribute("aria-disabled") === "true";
    const again = (wait) => {
      timer = setTimeout(() => {
        held = true;
        if (!ended()) {
          if (!waiting) step(by);
          again(90);
        }
      }, wait);
    };
    const made = h(
      "button",
      {
        type: "button",
        class: `db-step db-step-${word}`,
        tabindex: "-1",
        "aria-label": `${input.label}: ${word}`,
        onclick: () => {
          if (!held && !ended()) step(by);
          held = false;
        },
        onpointerdown: (event) => {
          held = waiting = false;
          if (!event.button) again(450);
        },
        onpointerup: stop,
        onpointerleave: stop,
        onpointercancel: stop,
        onblur: stop,
        oncontextmenu: (event) => {
          if (held) event.preventDefault();
        },
      },
      h("span", { "aria-hidden": "true", text: sign }),
    );
    return made;
  };
  const marks = scale(input, send);
  const less = button(-1, "−", "less");
  const more = button(1, "+", "more");
  return {
    field,
    parts: [less, field, more, marks.el],
    tell(told) {
      waiting = false;
      less.setAttribute("aria-disabled", String(told.end === "low"));
      more.setAttribute("aria-disabled", String(told.end === "high"));
      shown = told.value;
      wrong = Boolean(told.wrong);
      marks.tell(told.ticks || []);
      if (!typing && (document.activeElement !== field || !told.wrong)) restore();
      if (told.wrong) field.setAttribute("aria-invalid", "true");
      else field.removeAttribute("aria-invalid");
    },
  };
}

/**
 * Make the marks under a track, for the eye and the mouse; a number whose neighbour is too near is left out.
 *
 * @param {PlateInput} input
 * @param {Send} send
 * @returns {{ el: HTMLElement, tell: (ticks: RuleTick[]) => void }}
 */
function scale(input, send) {
  const el = h("div", { class: "db-scale", "aria-hidden": "true", hidden: true });
  const mark = (tick, room) => {
    const made = h("span", {
      class: "db-tick-mark",
      text: room ? tick.words : "",
      title: `The rules change at ${tick.said}`,
      onclick: () => send({ do: "type", name: input.name, text: tick.words }),
    });
    made.style.left = `${tick.at}%`;
    return made;
  };
  let drawn = "";
  function tell(ticks) {
    const now = JSON.stringify(ticks);
    if (now === drawn) return;
    drawn = now;
    el.hidden = !ticks.length;
    let last = -100;
    el.replaceChildren(
      ...ticks.map((tick) => {
        const room = tick.at - last >= 11;
        if (room) last = tick.at;
        return mark(tick, room);
      }),
    );
  }
  return { el, tell };
}
