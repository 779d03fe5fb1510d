/* The sheet that Share prints, with boxes to tick, room to write, and the link as a QR code. */

/**
 * Make the drawing of a QR code.
 *
 * @param {QrCode} code
 * @returns {SVGSVGElement}
 */
function qrCode(code) {
  const space = "http://www.w3.org/2000/svg";
  const drawing = document.createElementNS(space, "svg");
  drawing.setAttribute("viewBox", `0 0 ${code.size} ${code.size}`);
  drawing.setAttribute("class", "db-code");
  drawing.setAttribute("role", "img");
  drawing.setAttribute("aria-label", "The link to this answer as a QR code");
  const dark = document.createElementNS(space, "path");
  dark.setAttribute("d", code.path);
  drawing.append(dark);
  return drawing;
}

/**
 * Make a group of entries with boxes to tick and room to write.
 *
 * @param {PaperGroup} group
 * @returns {HTMLElement}
 */
function printedGroup(group) {
  const blanks = group.blanks || [];
  const head = blanks.length
    ? h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { text: "" }),
          h("th", { text: "" }),
          blanks.map((words) => h("th", { scope: "col", text: words })),
        ),
      )
    : "";
  const rows = group.entries.map((one) =>
    h(
      "tr",
      {},
      h(
        "td",
        {},
        h(
          "div",
          { class: "db-item" },
          h("div", {}, h("b", { text: one.words }), one.detail ? h("small", { text: one.detail }) : ""),
          one.boxes
            ? h(
                "span",
                { class: "db-boxes", "aria-hidden": "true" },
                Array.from({ length: one.boxes }, () => h("i", {})),
              )
            : "",
        ),
      ),
      h("td", { class: "db-amount", text: one.amount }),
      blanks.map(() => h("td", { class: "db-blank" })),
    ),
  );
  return h("section", {}, h("h2", { text: group.heading }), h("table", {}, head, h("tbody", {}, rows)));
}

/**
 * Make the sheet that Share prints.
 *
 * @param {PaperTopic} told
 * @returns {HTMLElement}
 */
function printedAnswer(told) {
  const steps = told.steps?.length
    ? h(
        "table",
        { class: "db-papersteps" },
        h(
          "tbody",
          {},
          told.steps.map(([mark, label, where]) =>
            h(
              "tr",
              {},
              h("td", { class: "db-amount", text: mark }),
              h("td", { text: label }),
              h("td", { class: "db-source", text: where }),
            ),
          ),
        ),
      )
    : "";
  const others = told.otherwise?.length
    ? h(
        "section",
        {},
        h("h2", { text: "Read otherwise" }),
        h(
          "ul",
          {},
          told.otherwise.map(([reading, headline]) => h("li", { text: `${sentenceCase(reading)}: ${headline}` })),
        ),
      )
    : "";
  return h(
    "div",
    { class: "db-print" },
    h(
      "header",
      {},
      h(
        "div",
        {},
        h("h1", { text: told.title }),
        told.situation
          ? h("p", { class: "db-set", text: told.situation.map(([label, value]) => `${label}: ${value}`).join(" · ") })
          : "",
        (told.readings || []).map((words) => h("p", { class: "db-set", text: words })),
        h("p", { class: "db-said", text: told.headline }),
        told.odds ? h("p", { class: "db-set", text: told.odds }) : "",
      ),
      told.code ? qrCode(told.code) : "",
    ),
    (told.groups || []).map(printedGroup),
    steps,
    others,
    h("footer", {}, h("p", { text: told.credit }), h("p", { text: told.link })),
  );
}
