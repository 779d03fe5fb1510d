/* What the players settle once for all plates of a ruleset: a line on each of them, remembered from page to page. */
const keptUnder = (ruleset) => `drillbook-kept-${ruleset}`;

function settledBefore(question) {
  try { return JSON.parse(localStorage.getItem(keptUnder(question.split("/")[0])) || "null"); } catch (e) { return null; }
}

function drawKept(el, kept, question) {
  if (!kept || !kept.line) return;
  if (Object.keys(kept.settled).length) {
    try { localStorage.setItem(keptUnder(kept.ruleset), JSON.stringify(kept.settled)); } catch (e) { /* then it lasts as long as the page */ }
  }
  if (el.dataset.told === kept.address) return;
  el.dataset.told = kept.address;
  el.hidden = kept.address.split("?")[0] === question; /* its own plate says it as its headline */
  const change = document.querySelector("[data-chapter]")
    ? h("a", { href: `/${kept.address}`, text: "change", "aria-label": `Change what holds for all plates: ${kept.line}` }) : null;
  el.replaceChildren(...[kept.line, change].filter(Boolean).flatMap((one) => [one, " "]));
}
