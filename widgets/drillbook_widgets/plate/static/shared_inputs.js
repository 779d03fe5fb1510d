/* Inputs that the players share between all calculators of a ruleset: a line on each calculator, stored in the
   browser. */

/**
 * Return the storage key of a ruleset's shared inputs.
 *
 * @param {string} ruleset
 * @returns {string}
 */
const sharedInputsKey = (ruleset) => `drillbook-kept-${ruleset}`;

/**
 * Return what the players have settled before, for a question's ruleset; null where nothing is stored.
 *
 * @param {string} question
 * @returns {Values | null}
 */
function storedSharedInputs(question) {
  try {
    return JSON.parse(localStorage.getItem(sharedInputsKey(question.split("/")[0])) || "null");
  } catch {
    return null;
  }
}

/**
 * Draw the line of shared inputs, and store them.
 *
 * @param {HTMLElement} el
 * @param {SharedInputsTopic | undefined} kept
 * @param {string} question
 * @param {Send} send
 */
function drawSharedInputs(el, kept, question, send) {
  if (!kept?.line) return;
  if (Object.keys(kept.settled).length) {
    try {
      localStorage.setItem(sharedInputsKey(kept.ruleset), JSON.stringify(kept.settled));
    } catch {
      /* then it lasts as long as the page */
    }
  }
  if (el.dataset.told === kept.address + kept.mine) return;
  el.dataset.told = kept.address + kept.mine;
  const own = kept.address.split("?")[0] === question; /* its own plate says it as its headline */
  el.hidden = own && !kept.mine;
  const change =
    !own && document.querySelector("[data-chapter]")
      ? h("a", {
          href: `/${kept.address}`,
          text: "change",
          "aria-label": `Change what holds for all plates: ${kept.line}`,
        })
      : null;
  const mine = kept.mine
    ? [
        h("span", { text: `A link wins; yours is ${kept.mine}.` }),
        h("button", {
          type: "button",
          class: "db-small db-kept-mine",
          text: "Use mine",
          onclick: () => send({ do: "own" }),
        }),
      ]
    : [];
  el.replaceChildren(...[own ? "" : kept.line, change, ...mine].filter(Boolean).flatMap((one) => [one, " "]));
}
