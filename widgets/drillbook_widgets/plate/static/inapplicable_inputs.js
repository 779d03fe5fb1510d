/* Inputs that do not apply: a line at the form's end counts them and lists the reasons. */

/**
 * Return a function that lists inputs that do not apply at the form's end.
 *
 * @param {Element} form
 * @returns {(off: { label: string, why: string }[]) => void}
 */
function inapplicableInputs(form) {
  const line = h("summary", {});
  const list = h("ul", {});
  const el = h("details", { class: "db-aside", hidden: true }, line, list);
  return (off) => {
    if (form && form.lastElementChild !== el) form.append(el);
    el.hidden = !off.length;
    const said = JSON.stringify(off);
    if (el.dataset.said === said) return;
    el.dataset.said = said;
    setText(line, off.length === 1 ? "1 input does not apply" : `${off.length} inputs do not apply`);
    const reasons = new Map();
    for (const one of off) reasons.set(one.why, [...(reasons.get(one.why) || []), one.label]);
    list.replaceChildren(
      ...[...reasons].map(([why, labels]) => h("li", {}, h("b", { text: `${labels.join(", ")}: ` }), why)),
    );
  };
}
