/* Small tools. Text reaches the page only as textContent, whatever a link or a visitor may have put into it. */
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
const freshId = (name) => `db-${name}-${++counted}`;
const plateOf = (el) => el.closest(".drillbook-plate");

/* The link to the sentence that states a rule: on this page where it is stated here, else on its chapter's page. */
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

/* The way to where answers stand side by side, which is on the site. */
function sideBySide(words, ...addresses) {
  if (!document.querySelector("[data-chapter]")) return "";
  return h("a", {
    class: "db-beside",
    href: `/compare?${new URLSearchParams(addresses.map((one, at) => ["abcd"[at], one]))}`,
    text: words,
  });
}
function withReading(address, ruling, letter) {
  const [question, query = ""] = address.split("?");
  const rest = query.split("&").filter((pair) => pair && !pair.startsWith(`ruling.${ruling}=`));
  return `${question}?${[...rest, `ruling.${ruling}=${letter}`].join("&")}`;
}

/* The words of a step; where another question gave it, they lead there, on the site. */
function questionLink(line) {
  if (!line.asks || !document.querySelector("[data-chapter]")) return h("span", { whole: line.label });
  return h("a", { href: `/${line.asks}`, class: "db-asks", whole: line.label });
}

/* Words of which no line is broken between a figure and its per cent sign or cm, nor in a short compound such as set-up. */
const WHOLE = /([<\d.]*\d (?:%|cm(?!\p{L}))|(?<![\p{L}\d-])\p{L}{1,3}-\p{L}{1,3}(?![\p{L}\d-]))/u;
function unbroken(words) {
  return words.split(WHOLE).map((part, number) => (number % 2 ? h("span", { class: "db-whole", text: part }) : part));
}
function setUnbroken(el, words) {
  if (el.textContent !== words) el.replaceChildren(...unbroken(words));
}

/* The smallest change that makes an element say this. */
function setText(el, words) {
  if (el.textContent !== words) el.textContent = words;
}

function listen(model, topics, signal, act) {
  for (const topic of topics) model.on(`change:${topic}`, act);
  if (signal)
    signal.addEventListener("abort", () => {
      for (const topic of topics) model.off(`change:${topic}`, act);
    });
}

function debounce(milliseconds, act) {
  let timer = 0;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => act(...given), milliseconds);
  };
}
