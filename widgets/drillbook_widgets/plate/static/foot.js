/* The foot of a calculator: the picture's words and the tabs. The kernel sends only the open tab's topic. */
const TABS = {
  why: "Why",
  otherwise: "Otherwise",
  pin: "Pin",
  roll: "Roll it",
  luck: "Luck",
  table: "Table",
  share: "Share",
};

/**
 * Draw the foot: the picture's words and the tabs.
 *
 * @param {PlatePart} part
 */
function drawFoot({ model, el, signal }) {
  /** @type {Send} */
  const send = (said) => model.send(said);
  const strip = h("div", { class: "db-strip" });
  const paper = h("div", { class: "db-paper", hidden: true });
  const list = h("div", { class: "db-tablist", role: "tablist", "aria-label": "About this answer" });
  const panel = h("div", { class: "db-panel", role: "tabpanel", tabindex: "0", id: freshId("panel") });
  const reset = h("button", {
    type: "button",
    class: "db-reset",
    text: "Reset",
    title: "Back to the example in the text",
    onclick: () => send({ do: "reset" }),
  });
  const buttons = new Map();
  let open = "why";
  let tallest = 0;
  el.append(paper, strip, h("div", { class: "db-foot" }, h("div", { class: "db-bar" }, list, reset), panel));

  function choose(name, focus) {
    if (open === name) return;
    open = name;
    tallest = 0;
    send({ do: "tab", name });
    mark();
    fill();
    if (focus) buttons.get(name)?.focus();
  }
  function mark() {
    for (const [name, button] of buttons) {
      const chosen = name === open;
      button.setAttribute("aria-selected", String(chosen));
      button.tabIndex = chosen ? 0 : -1;
      if (chosen) panel.setAttribute("aria-labelledby", button.id);
    }
  }
  function tabs() {
    const wanted = model.get("tabs");
    if (wanted.join() !== [...buttons.keys()].join()) {
      const focused = [...buttons].find(([, button]) => button === document.activeElement)?.[0];
      buttons.clear();
      for (const name of wanted) {
        buttons.set(
          name,
          h(
            "button",
            {
              type: "button",
              role: "tab",
              id: freshId("tab"),
              class: `db-tab db-tab-${name}`,
              "aria-controls": panel.id,
              onclick: () => choose(name, false),
            },
            TABS[name],
            h("sup", { class: "db-count" }),
          ),
        );
      }
      list.replaceChildren(...buttons.values());
      if (focused && buttons.has(focused)) buttons.get(focused).focus();
    }
    if (!buttons.has(open)) {
      open = wanted[0] || "why";
      send({ do: "tab", name: open });
      fill();
    }
    count();
    mark();
  }
  function count() {
    const button = buttons.get("otherwise");
    if (!button) return;
    const told = model.get("otherwise");
    const many = (told.rulings || []).filter((one) => one.differs).length;
    const badge = button.querySelector(".db-count");
    setText(badge, many ? String(many) : "");
    badge.title = many ? `${many} other readings change this answer` : "";
  }
  list.addEventListener("keydown", (event) => {
    const names = [...buttons.keys()];
    const at = names.indexOf(open);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: names.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    choose(names[(to + names.length) % names.length], true);
  });

  /* The panel keeps the height it has had, so that the page below does not jump while a control is moved. */
  function fill() {
    const draw = PANELS[open];
    if (!draw) return;
    panel.dataset.tab = open;
    draw({ model, panel, send });
    panel.style.minHeight = "";
    tallest = Math.max(tallest, panel.offsetHeight);
    panel.style.minHeight = `${tallest}px`;
  }
  const refill = (topic) => () => {
    if (open === topic) fill();
  };

  listen(model, ["tabs"], signal, tabs);
  listen(model, ["picture"], signal, () => drawStrip(model, strip, paper, el, send, signal));
  for (const topic of /** @type {const} */ (["why", "pin", "luck", "table", "share"]))
    listen(model, [topic], signal, refill(topic));
  listen(model, ["otherwise"], signal, () => {
    count();
    refill("otherwise")();
  });
  listen(model, ["roll"], signal, refill("roll"));
  listen(model, ["asked"], signal, refill("otherwise"));
  tabs();
  drawStrip(model, strip, paper, el, send, signal);
  fill();
  drawGestures({ model, el, signal });
}

/**
 * Draw what stands under the picture: its sentence, which picture, how it is read, what was pinned.
 *
 * @param {PlateModel} model
 * @param {HTMLElement} strip
 * @param {HTMLElement} paper a sheet of words in place of a picture
 * @param {HTMLElement} el
 * @param {Send} send
 * @param {AbortSignal} [signal]
 */
function drawStrip(model, strip, paper, el, send, signal) {
  const told = model.get("picture");
  const plate = plateOf(el);
  const room = plate?.querySelector(".drillbook-room");
  if (!room) {
    /* the parts of a plate are drawn in any order */
    if (!signal?.aborted) requestAnimationFrame(() => drawStrip(model, strip, paper, el, send, signal));
    return;
  }
  const bare = Boolean(told.none) || !told.caption;
  plate.classList.toggle("db-worded", Boolean(told.sheet));
  plate.classList.toggle(
    "db-bare",
    Boolean(told.none) && !plate.dataset.pictured,
  ); /* a picture that is still to come has its room */
  if (!bare) plate.dataset.pictured = "yes";
  if (!bare)
    plate.dataset.brief ??= told.sheet?.brief
      ? "yes"
      : "no"; /* a plate that begins with a few words stays laid out for them */
  room.setAttribute("role", (told.hands || []).length ? "group" : "img");
  room.setAttribute("aria-label", bare ? "No picture" : told.caption);
  room.classList.toggle("db-blank", bare);
  room.classList.toggle(
    "db-framed",
    Boolean(told.framed),
  ); /* a stretch of table, which goes on to the edges of its room */
  room.classList.toggle("db-lane", told.framed === "lane");
  room.style.setProperty("--db-high", `${told.high || 0}px`);
  paper.hidden = !told.sheet;
  if (told.sheet) paper.replaceChildren(sheetTable(told.sheet, told.caption));
  const held =
    document.activeElement && strip.contains(document.activeElement) ? document.activeElement.dataset.pick : null;
  const choice = (name, words, chosen, said, title) =>
    h("button", {
      type: "button",
      class: "db-pick",
      "aria-pressed": String(chosen),
      "data-pick": name,
      text: words,
      title: title || false,
      onclick: () => send(said),
    });
  const names = told.names || [];
  const parts = [];
  if (names.length > 1) {
    parts.push(
      h(
        "div",
        { class: "db-picks", role: "group", "aria-label": "Picture" },
        names.map((name) =>
          choice(`picture ${name}`, sentenceCase(name), name === told.shown, { do: "picture", name }),
        ),
      ),
    );
  }
  if (told.hows) {
    const titles = {
      "=": "the chance of exactly each outcome",
      "≥": "of each outcome or more",
      "≤": "of each outcome or less",
    };
    parts.push(
      h(
        "div",
        { class: "db-picks db-hows", role: "group", "aria-label": "Bars show" },
        told.hows.map((how) => choice(`how ${how}`, how, how === told.how, { do: "how", how }, titles[how])),
      ),
    );
  }
  if (told.key?.length) {
    parts.push(
      h(
        "p",
        { class: "db-key" },
        told.key.map((one) => {
          const chip = h("span", { class: `db-chip db-chip-${one.shape || "box"}`, "aria-hidden": "true" });
          chip.style.setProperty("--db-chip", one.color);
          return h("span", { class: "db-named" }, chip, one.name);
        }),
      ),
    );
  }
  if (told.near)
    parts.push(h("p", { class: "db-pinned" }, h("b", { text: "Shown is the nearest lawful case: " }), `${told.near}.`));
  if (!bare)
    parts.push(h("p", { class: "db-caption" }, ...unbroken(told.caption), ...hint(told.caption, told.hands || [])));
  if (told.pinned) {
    const chip = told.drawn ? [h("span", { class: "db-chip db-chip-line", "aria-hidden": "true" })] : [];
    parts.push(
      h("p", { class: "db-pinned" }, ...chip, h("b", { text: `${told.pinnedAs || "Pinned"}: ` }), told.pinned),
    );
  }
  strip.replaceChildren(...parts);
  if (held) strip.querySelector(`[data-pick="${CSS.escape(held)}"]`)?.focus();
}

/* What a hand may do with the picture. */
const HANDS = {
  jumps: "Touch the curve, or move the ring.",
  holds: "What has a ring can be moved.",
  cells: "A cell that is chosen fills in the form.",
};

/**
 * Return what can be done with the picture, to follow its caption.
 *
 * @param {string} caption
 * @param {string[]} hands
 * @returns {(string | HTMLElement)[]}
 */
function hint(caption, hands) {
  const words = hands.filter((one) => one !== "holds" || !hands.includes("jumps")).map((one) => HANDS[one]);
  if (!words.length) return [];
  return [/[.!?…]$/.test(caption) ? " " : ". ", h("span", { class: "db-hint", text: words.join(" ") })];
}

/**
 * Return a name with hyphens as words that begin a sentence.
 *
 * @param {string} name
 * @returns {string}
 */
const sentenceCase = (name) => (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll("-", " ");

/**
 * Make the table of a picture that is drawn in words.
 *
 * @param {SheetTopic} sheet
 * @param {string} caption
 * @returns {HTMLElement}
 */
function sheetTable(sheet, caption) {
  const rows = sheet.rows.map((row) => {
    if (sheet.kind === "card")
      return h("tr", {}, h("th", { scope: "row", whole: row.label }), h("td", { whole: row.words }));
    const sign = row.ok === true ? "✓" : row.ok === false ? "✗" : "·";
    const words = row.ok === true ? "yes" : row.ok === false ? "no" : "does not matter here";
    return h(
      "tr",
      { class: row.ok === false ? "db-no" : row.ok === true ? "db-yes" : "db-idle" },
      h(
        "td",
        { class: "db-sign" },
        h("span", { "aria-hidden": "true", text: sign }),
        h("span", { class: "db-unseen", text: words }),
      ),
      h("th", { scope: "row", whole: row.label }),
      h("td", { whole: row.words }),
      h("td", { class: "db-where" }, ruleLink(row)),
    );
  });
  return h(
    "table",
    { class: `db-${sheet.kind}` },
    h("caption", { class: "db-unseen", text: caption }),
    h("tbody", {}, rows),
  );
}
