/* Helpers for elements, links and topics. Text reaches the page only as textContent. */

/**
 * Make an element. Text is set as text, never parsed.
 *
 * @param {string} tag
 * @param {Record<string, any>} [props] attributes; `text` and `whole` set its text, `onNAME` adds a listener, a false value leaves an attribute out
 * @param {any[]} children elements and texts; null and false are skipped
 * @returns {any} the element, of the tag's own class
 */
function h(tag, props, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(props || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "class") made.className = value;
    else if (name === "text") made.textContent = value;
    else if (name === "whole") made.append(...unbroken(value));
    else if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "value") made.value = value;
    else made.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat()) if (child !== null && child !== undefined && child !== false) made.append(child);
  return made;
}

let counted = 0;

/**
 * Return an id that no other element of the page has.
 *
 * @param {string} name
 * @returns {string}
 */
const freshId = (name) => `db-${name}-${++counted}`;

/**
 * Return the calculator around an element.
 *
 * @param {Element} el
 * @returns {HTMLElement}
 */
const plateOf = (el) => el.closest(".drillbook-plate");

/**
 * Make the link to the sentence that states a rule: on this page where it is stated here, else on its chapter's page.
 *
 * @param {RulePlace} line
 * @returns {HTMLElement}
 */
function ruleLink(line) {
  const here = line.rule && document.getElementById(line.rule);
  const words = line.section || "rule";
  const site = document.querySelector("[data-chapter]");
  const title = site ? false : line.words; /* the site's page tells the sentence itself */
  const about = { title, "data-rule": line.rule, class: "db-cite", whole: words };
  if (here) return h("a", { href: `#${encodeURIComponent(line.rule)}`, ...about });
  if (line.page && site) return h("a", { href: line.page, ...about });
  return h("span", about);
}

/**
 * Make the link to the comparison of addresses; nothing outside the site.
 *
 * @param {string} words
 * @param {string[]} addresses
 * @returns {HTMLElement | ""}
 */
function sideBySide(words, ...addresses) {
  if (!document.querySelector("[data-chapter]")) return "";
  return h("a", {
    class: "db-beside",
    href: `/compare?${new URLSearchParams(addresses.map((one, at) => ["abcd"[at], one]))}`,
    text: words,
  });
}

/**
 * Return an address with another reading of a ruling.
 *
 * @param {string} address
 * @param {string} ruling
 * @param {string} letter
 * @returns {string}
 */
function withReading(address, ruling, letter) {
  const [question, query = ""] = address.split("?");
  const rest = query.split("&").filter((pair) => pair && !pair.startsWith(`ruling.${ruling}=`));
  return `${question}?${[...rest, `ruling.${ruling}=${letter}`].join("&")}`;
}

/**
 * Make the words of a step; where another question gave it, they lead to that question on the site.
 *
 * @param {StepLine} line
 * @returns {HTMLElement}
 */
function questionLink(line) {
  if (!line.asks || !document.querySelector("[data-chapter]")) return h("span", { whole: line.label });
  return h("a", { href: `/${line.asks}`, class: "db-asks", whole: line.label });
}

/* Words of which no line is broken between a figure and its per cent sign or cm, nor in a short compound such as set-up. */
const WHOLE = /([<\d.]*\d (?:%|cm(?!\p{L}))|(?<![\p{L}\d-])\p{L}{1,3}-\p{L}{1,3}(?![\p{L}\d-]))/u;

/**
 * Return words in parts, of which some allow no line break: a figure with its unit, a short compound such as set-up.
 *
 * @param {string} words
 * @returns {(string | HTMLElement)[]}
 */
function unbroken(words) {
  return words.split(WHOLE).map((part, number) => (number % 2 ? h("span", { class: "db-whole", text: part }) : part));
}

/**
 * Set an element's text with parts that are not broken.
 *
 * @param {Element} el
 * @param {string} words
 */
function setUnbroken(el, words) {
  if (el.textContent !== words) el.replaceChildren(...unbroken(words));
}

/**
 * Set an element's text where it differs.
 *
 * @param {Element} el
 * @param {string} words
 */
function setText(el, words) {
  if (el.textContent !== words) el.textContent = words;
}

/**
 * Call `act` when one of the topics changes, until the signal is aborted.
 *
 * @param {PlateModel} model
 * @param {(keyof PlateTopics)[]} topics
 * @param {AbortSignal | undefined} signal
 * @param {() => void} act
 */
function listen(model, topics, signal, act) {
  for (const topic of topics) model.on(`change:${topic}`, act);
  if (signal)
    signal.addEventListener("abort", () => {
      for (const topic of topics) model.off(`change:${topic}`, act);
    });
}

/**
 * Return a function that calls `act` once no further call has come for so long.
 *
 * @param {number} milliseconds
 * @param {(...given: any[]) => void} act
 * @returns {(...given: any[]) => void}
 */
function debounce(milliseconds, act) {
  let timer = 0;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => act(...given), milliseconds);
  };
}
