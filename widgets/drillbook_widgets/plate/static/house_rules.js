/* House rules of a calculator: it is sent the stored ones, and says where a link overrides them. */

/**
 * Return the storage key of a ruleset's house rules.
 *
 * @param {string} short
 * @returns {string}
 */
const houseRulesKey = (short) => `drillbook-house-${short}`;

/**
 * Send the stored house rules of a question's ruleset, and those of other rulesets.
 *
 * @param {string} question
 * @param {Send} send
 */
function sendHouseRules(question, send) {
  const short = question.split("/")[0];
  let own = null;
  try {
    own = JSON.parse(localStorage.getItem(houseRulesKey(short)) || "null");
  } catch {
    /* then there are none */
  }
  const room = (globalThis[Symbol.for("drillbook.plates")] ??= {});
  room.housed ??= new Set();
  const others = otherHouseRules(short);
  if (own || room.housed.has(short) || Object.keys(others).length) send({ do: "house", readings: own || {}, others });
  if (own) room.housed.add(short);
}

/**
 * Return the house rules of other rulesets, one of which may answer beside this calculator.
 *
 * @param {string} short
 * @returns {Record<string, Values>}
 */
function otherHouseRules(short) {
  const found = {};
  try {
    for (const key of Object.keys(localStorage)) {
      const other = key.startsWith(houseRulesKey("")) ? key.slice(houseRulesKey("").length) : short;
      const readings = other === short ? null : JSON.parse(localStorage.getItem(key));
      if (readings && typeof readings === "object") found[other] = readings;
    }
  } catch {
    /* then there are none */
  }
  return found;
}

/**
 * Say what house rules a link overrides.
 *
 * @param {HTMLElement} el
 * @param {HouseTopic | undefined} house
 * @param {Send} send
 */
function drawHouseRules(el, house, send) {
  const open = house?.open || [];
  const settled = house?.settled || []; /* house rules that can no longer be chosen, in sentences */
  el.hidden = !open.length && !settled.length;
  const told = [...open, ...settled].join("|");
  if (el.dataset.told === told) return;
  el.dataset.told = told;
  if (!open.length) {
    el.replaceChildren(...settled.map((said) => h("span", { text: `${said} ` })));
    return;
  }
  const names = open.flatMap((name, at) => [
    at ? (at === open.length - 1 ? " and " : ", ") : "",
    h("i", { text: name }),
  ]);
  el.replaceChildren(
    h(
      "span",
      {},
      "A link wins, and takes our readings where it names none. Your house rules differ about ",
      ...names,
      ".",
    ),
    h("button", {
      type: "button",
      class: "db-small db-house-mine",
      text: "Use mine",
      onclick: () => send({ do: "mine" }),
    }),
  );
}
