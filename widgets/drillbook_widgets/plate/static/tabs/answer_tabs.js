/* The tabs about an answer: Why, Otherwise, Pin, Table. */

/** What fills each tab, by its name. @type {Record<string, (part: { model: PlateModel, panel: HTMLElement, send: Send }) => void>} */
const PANELS = {};

/* Where a page is read, not looked through, a long way to an answer shows its first steps; the rest is one touch away. */
const MANY = 5;
const FIRST = 4;

PANELS.why = ({ model, panel, send }) => {
  const { lines = [], readings = [], house } = model.get("why");
  const apart = readings.map((one) =>
    h("p", { class: "db-apart" }, readingChips([one], send, house), h("span", { text: one.words })),
  );
  if (!lines.length) {
    panel.replaceChildren(...apart, h("p", { class: "db-quiet", text: "No steps: the rule says it outright." }));
    return;
  }
  const row = (line, index) =>
    h(
      "tr",
      { class: many && index >= FIRST && "db-further" },
      h("td", { class: `db-mark${line.mark.length > 9 ? " db-long" : ""}`, whole: line.mark }),
      h("td", {}, questionLink(line)),
      h("td", { class: "db-where" }, ruleLink(line)),
    );
  const many = lines.length > MANY;
  const rest =
    many &&
    h("button", {
      type: "button",
      class: "db-rest",
      text: `All ${lines.length} steps`,
      onclick: () => {
        panel.dataset.whole = "";
        panel.querySelector(".db-further a")?.focus({ preventScroll: true });
      },
    });
  panel.replaceChildren(
    ...apart,
    h(
      "table",
      { class: "db-steps" },
      h("caption", { class: "db-unseen", text: "The steps to this answer" }),
      h("tbody", {}, lines.map(row)),
    ),
    ...(rest ? [rest] : []),
  );
};

PANELS.otherwise = ({ model, panel, send }) => {
  const told = model.get("otherwise");
  const rulings = told.rulings || [];
  const stale = told.address !== model.get("asked");
  panel.classList.toggle("db-stale", stale);
  if (!told.known) {
    panel.replaceChildren(h("p", { class: "db-quiet", text: "Working out what other readings would give …" }));
    return;
  }
  const held = panel.contains(document.activeElement) ? document.activeElement.dataset.read : null;
  const boxes = rulings
    .filter((one) => one.differs || one.lines.some((line) => line.used && !line.usual))
    .map((one) =>
      h(
        "section",
        { class: "db-ruling" },
        h(
          "p",
          { class: "db-problem" },
          h("b", { text: one.title || sentenceCase(one.name), title: one.problem }),
          " ",
          h("span", { class: "db-cite", whole: one.section }),
        ),
        h(
          "ul",
          {},
          one.lines.map((line) => {
            const words = line.used ? "in force" : line.differs ? line.headline : "the same answer";
            const content = [
              h("b", { class: "db-letter", text: line.letter }),
              h(
                "span",
                { class: "db-reading" },
                ...unbroken(line.words),
                line.usual ? h("i", { text: " (usual)" }) : "",
              ),
              h("span", { class: line.used ? "db-force" : line.differs ? "db-gives" : "db-quiet", whole: words }),
            ];
            return h(
              "li",
              {},
              one.switchable
                ? h(
                    "button",
                    {
                      type: "button",
                      class: "db-read",
                      "aria-pressed": String(line.used),
                      "data-read": `${one.name} ${line.letter}`,
                      onclick: () => send({ do: "read", ruling: one.name, letter: line.letter }),
                    },
                    content,
                  )
                : h("div", { class: "db-read" }, content),
              line.differs && one.switchable
                ? sideBySide("Side by side", told.address, withReading(told.address, one.name, line.letter))
                : "",
            );
          }),
        ),
      ),
    );
  const same = rulings.length - boxes.length;
  if (same) {
    const names = rulings
      .filter((one) => !one.differs && !one.lines.some((line) => line.used && !line.usual))
      .map((one) => one.title || sentenceCase(one.name));
    boxes.push(h("p", { class: "db-quiet", text: `No difference here: ${names.join(" ")}` }));
  }
  panel.replaceChildren(...boxes);
  if (held) panel.querySelector(`[data-read="${CSS.escape(held)}"]`)?.focus();
};

PANELS.pin = ({ model, panel, send }) => {
  const told = model.get("pin");
  const button = (words, said) =>
    h("button", {
      type: "button",
      class: "db-small",
      text: words,
      "data-pin": said,
      onclick: () => send({ do: said }),
    });
  const held = panel.contains(document.activeElement) && document.activeElement.dataset.pin;
  if (!told.pinned) {
    panel.replaceChildren(
      h("p", { class: "db-quiet", text: "Keep this answer, change something, and see the two on the same axes." }),
      button("Pin this answer", "pin"),
    );
  } else {
    panel.replaceChildren(
      h(
        "dl",
        { class: "db-compare" },
        h("dt", { class: "db-pin", text: "Pinned" }),
        h("dd", { whole: told.pinned }),
        h("dt", { text: "Now" }),
        h("dd", { whole: told.now }),
      ),
      h("p", { class: "db-difference", whole: told.difference }),
      told.changed.length ? h("p", { class: "db-quiet", text: told.changed.join(" · ") }) : "",
      h(
        "p",
        { class: "db-buttons" },
        button("Pin this one instead", "pin"),
        button("Unpin", "unpin"),
        sideBySide("Side by side", ...told.addresses),
      ),
    );
  }
  if (held) (panel.querySelector(`[data-pin="${held}"]`) || panel.querySelector("[data-pin]"))?.focus();
};

PANELS.table = ({ model, panel }) => {
  const tables = model.get("table").tables || [];
  panel.replaceChildren(
    ...tables.map((one) =>
      h(
        "div",
        { class: "db-scroll", tabindex: "0", role: "group", "aria-label": one.caption },
        h(
          "table",
          { class: "db-data" },
          h("caption", { text: one.caption }),
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              one.head.map((words) => h("th", { scope: "col", text: words })),
            ),
          ),
          h(
            "tbody",
            {},
            one.rows.map((row) =>
              h(
                "tr",
                {},
                row.map((words, index) =>
                  index
                    ? h("td", { text: words, class: /\d %$/.test(words) ? "db-figure" : "" })
                    : h("th", { scope: "row", text: words }),
                ),
              ),
            ),
          ),
        ),
        one.more ? h("p", { class: "db-quiet", text: `and ${one.more} more rows` }) : "",
      ),
    ),
  );
};
