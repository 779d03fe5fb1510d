/* The form around the controls: labels, number fields, units, complaints, and accessible names that ipywidgets leaves
   out. All is put inside the control's own element. */

/**
 * Add labels, number fields and complaints to the form's controls, and the names that ipywidgets leaves out.
 *
 * @param {HTMLElement} plate
 * @param {PlateInput[]} inputs
 * @param {Send} send
 * @returns {{ dress: () => boolean, renew: () => void, tell: (told: Record<string, InputState>) => void }}
 */
function labelForm(plate, inputs, send) {
  const rows = new Map();
  let aside = null;

  function dress(input) {
    const el = plate.querySelector(`.drillbook-input-${CSS.escape(input.name)}`);
    if (!el) return false;
    if (rows.has(input.name) && rows.get(input.name).el === el) return true;
    const label = h("span", { class: "db-label", id: freshId("label"), text: input.label, title: input.help || false });
    const note = h("p", { class: "db-note", id: freshId("note"), "aria-live": "polite" });
    const other = h("span", { class: "db-other", "aria-hidden": "true" }); /* the same length by another tape */
    label.append(other);
    const row = { el, label, note, input, other, number: null };
    el.prepend(label);
    if (input.shape === "slider") {
      row.number = numberField(input, note, send);
      el.append(...row.number.parts);
    }
    el.append(note);
    rows.set(input.name, row);
    labelNative(row);
    const form = el.closest(".drillbook-form");
    if (form)
      form.style.setProperty("--db-field", `calc(${Math.max(5, ...inputs.map((one) => one.letters || 0))}ch + 18px)`);
    return true;
  }

  function labelNative(row) {
    const { el, label } = row;
    const handle = el.querySelector(".noUi-handle");
    if (handle) {
      handle.setAttribute("aria-labelledby", label.id);
      const fill = () => {
        const [low, high, now] = ["valuemin", "valuemax", "valuenow"].map((name) =>
          parseFloat(handle.getAttribute(`aria-${name}`)),
        );
        el.style.setProperty("--db-fill", `${high > low ? ((now - low) / (high - low)) * 100 : 0}%`);
      };
      if (!handle.dataset.filled) {
        handle.dataset.filled = "watched";
        new MutationObserver(fill).observe(handle, { attributes: true, attributeFilter: ["aria-valuenow"] });
      }
      fill();
    }
    const menu = el.querySelector(":scope > select");
    if (menu) menu.setAttribute("aria-labelledby", label.id);
    const segments = [...el.querySelectorAll(".widget-toggle-button, .jupyter-button")];
    if (row.input.shape === "segments" && segments.length) {
      const group = segments[0].parentElement;
      group.setAttribute("role", "group");
      group.setAttribute("aria-labelledby", label.id);
      for (const one of segments) {
        const press = () => one.setAttribute("aria-pressed", String(one.classList.contains("mod-active")));
        if (!one.dataset.pressed) {
          one.dataset.pressed = "watched";
          new MutationObserver(press).observe(one, { attributes: true, attributeFilter: ["class"] });
        }
        press();
      }
    }
    if (row.input.shape === "list" || row.input.shape === "table") el.setAttribute("aria-labelledby", label.id);
  }

  function tell(told) {
    const off = [];
    for (const [name, row] of rows) {
      const one = told[name];
      if (!one) continue;
      if (row.number) {
        row.number.tell(one);
        if (row.other.textContent !== (one.other || "")) row.other.textContent = one.other || "";
        const handle = row.el.querySelector(".noUi-handle");
        if (handle) handle.setAttribute("aria-valuetext", one.words);
      }
      if (one.needed) {
        /* of the columns that there are for rows of another table, those for the rows it has */
        for (const cell of row.el.querySelectorAll("[data-place]"))
          cell.hidden = cell.dataset.place > one.needed && cell.dataset.place <= one.most;
      }
      if (one.off) off.push({ label: row.input.label, why: one.off });
      row.el.classList.toggle("db-off", Boolean(one.off));
      row.el.classList.toggle("db-wrong", Boolean(one.wrong));
      setText(row.note, one.wrong || "");
    }
    aside ??= inapplicableInputs(plate.querySelector(".drillbook-form"));
    aside(off);
  }

  return {
    /* Dress what is there; true when nothing is missing. */
    dress: () => inputs.map(dress).every(Boolean),
    renew: () => rows.forEach(labelNative),
    tell,
  };
}
