/* The two controls that ipywidgets lacks: a list of boxes to tick, and a table of rows. The page keeps what is being
   typed; the kernel checks it. */

/**
 * Draw a list of boxes to tick.
 *
 * @param {PlatePart} part
 */
function drawList({ model, el, signal }) {
  const fixed = model.get("fixed");
  const boxes = fixed.options.map((option) => {
    const box = h("input", { type: "checkbox", onchange: tell });
    return { key: option.key, box, el: h("label", { class: "db-tick" }, box, h("span", { text: option.words })) };
  });
  function tell() {
    model.send({ do: "list", chosen: boxes.filter((one) => one.box.checked).map((one) => one.key) });
  }
  function draw() {
    const chosen = model.get("rows").chosen || [];
    for (const one of boxes) one.box.checked = chosen.includes(one.key);
  }
  el.setAttribute("role", "group");
  el.append(
    h(
      "div",
      { class: "db-ticks" },
      boxes.map((one) => one.el),
    ),
  );
  listen(model, ["rows"], signal, draw);
  draw();
}

/**
 * Draw a table of rows to fill in.
 *
 * @param {PlatePart} part
 */
function drawTable({ model, el, signal }) {
  const { fields, noun, low, high } = model.get("fixed");
  const body = h("tbody");
  const add = h("button", {
    type: "button",
    class: "db-small",
    text: `Add ${noun}`,
    onclick: () => {
      append(
        fields.map((one) => one.first),
        true,
      );
      tell();
    },
  });

  function tell() {
    model.send({
      do: "rows",
      rows: [...body.rows].map((row) => [...row.querySelectorAll("[data-field]")].map(written)),
    });
  }
  function head(field) {
    if (!field.unit || field.unit === field.label.toLowerCase()) return field.label;
    return field.counts
      ? `${field.label} ${field.unit}`
      : `${field.label} (${field.unit})`; /* how many men, but: way (cm) */
  }
  function written(field) {
    if (field.type === "checkbox") return field.checked ? "yes" : "no";
    return field.value;
  }
  function long(field) {
    /* beyond so many letters a phone would cut the longest choice off */
    return Math.max(...(field.options || []).map((one) => one.words.length)) > 13 ? "db-broad" : undefined;
  }
  function cell(field, text, number) {
    const name = `${field.label}, ${noun} ${number}`;
    if (field.shape === "menu") {
      const menu = h(
        "select",
        { "data-field": field.name, "aria-label": name, onchange: tell },
        field.options.map((one) => h("option", { value: one.key, text: one.words })),
      );
      menu.value = text;
      return menu;
    }
    if (field.shape === "box") {
      const box = h("input", { type: "checkbox", "data-field": field.name, "aria-label": name, onchange: tell });
      box.checked = text === "yes";
      return h("label", { class: "db-box-room" }, box);
    }
    const input = h("input", {
      type: "text",
      inputmode: "decimal",
      "data-field": field.name,
      "aria-label": name,
      maxlength: "20",
      value: text,
      title: `${field.low} to ${field.high} ${field.unit}`.trim(),
      onchange: tell,
      onkeydown: (event) => event.stopPropagation(),
    });
    return input;
  }
  function append(texts, focus) {
    const number = body.rows.length + 1;
    const row = h(
      "tr",
      {},
      fields.map((field, index) =>
        h(
          "td",
          {
            class: { number: "db-num", box: "db-box", menu: long(field) }[field.shape],
            "data-place": index + 1,
            "data-head": head(field),
          },
          cell(field, texts[index], number),
        ),
      ),
    );
    const away = h("button", {
      type: "button",
      class: "db-away",
      text: "×",
      "aria-label": `Remove ${noun} ${number}`,
      onclick: () => {
        const after = row.nextElementSibling || row.previousElementSibling;
        row.remove();
        bound();
        tell();
        (after ? after.querySelector(".db-away") : add).focus();
      },
    });
    row.append(h("td", { class: "db-last" }, away));
    body.append(row);
    bound();
    if (focus) row.querySelector("[data-field]").focus();
  }
  function bound() {
    add.disabled = body.rows.length >= high;
    for (const away of body.querySelectorAll(".db-away")) away.disabled = body.rows.length <= low;
    sheet.classList.toggle("db-empty", !body.rows.length);
  }
  function draw() {
    body.replaceChildren();
    for (const row of model.get("rows").rows || []) append(row, false);
    bound();
  }
  const heads = fields.map((field, index) =>
    h("th", { scope: "col", "data-place": index + 1, text: head(field), title: field.help || false }),
  );
  const broad = fields.reduce((sum, one) => sum + (one.shape === "menu" ? 2 : 1), 0);
  const sheet = h(
    "table",
    { class: broad > 5 ? "db-rows db-wide" : "db-rows" },
    h("thead", {}, h("tr", {}, heads, h("td"))),
    body,
  );
  el.setAttribute("role", "group");
  el.append(h("div", { class: "db-sheet-room" }, sheet, add));
  listen(model, ["rows"], signal, draw);
  draw();
}
