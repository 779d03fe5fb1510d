/* Drawers for chapters and contents on narrow screens, and a notice for an address whose anchor is not on the page. */
(() => {
  "use strict";

  function drawer(button, panel) {
    if (!button || !panel) return;
    const show = (open) => {
      panel.classList.toggle("open", open);
      button.setAttribute("aria-expanded", String(open));
    };
    const shown = () => panel.classList.contains("open");
    button.addEventListener("click", () => {
      show(!shown());
      if (shown()) panel.querySelector("a")?.focus();
    });
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && shown()) {
        show(false);
        button.focus();
      }
    });
    document.addEventListener("pointerdown", (event) => {
      if (!panel.contains(event.target) && !button.contains(event.target)) show(false);
    });
    panel.addEventListener("focusout", (event) => {
      if (event.relatedTarget && !panel.contains(event.relatedTarget) && event.relatedTarget !== button) show(false);
    });
    panel.addEventListener("click", (event) => {
      if (event.target.closest("a")) show(false);
    });
  }
  drawer(document.querySelector(".chapters-button"), document.getElementById("chapters"));
  drawer(document.querySelector(".contents-button"), document.getElementById("contents"));

  /* A place that is not here: the rule's home if it is another chapter's, else the places whose names look like it. */
  const NEAR = 0.5; /* how much of two names must agree for the one to be offered for the other */
  const MOST = 3;
  const pairs = (name) => [...name].slice(1).map((letter, index) => name[index] + letter);
  function likeness(one, other) {
    const [a, b] = [pairs(one), pairs(other)];
    const left = [...b];
    const both = a.filter((pair) => {
      const at = left.indexOf(pair);
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    });
    return a.length + b.length ? (2 * both.length) / (a.length + b.length) : 0;
  }

  function anchorName() {
    try {
      return decodeURIComponent(location.hash.slice(1));
    } catch {
      return location.hash.slice(1);
    }
  }

  async function similarPlaces(name) {
    const [short] = name.split(".");
    const known =
      name.includes(".") && window.drillbookTooltips ? await window.drillbookTooltips.definitions(short) : null;
    const home = known?.rules[name]?.[2];
    if (home) return [[home, known.rules[name][0]]];
    const here = [...document.querySelectorAll("#page article [id], #page dl [id]")].map((one) => [
      one.id,
      `#${one.id}`,
    ]);
    const there = Object.entries(known?.rules || {})
      .filter(([, told]) => told[2])
      .map(([id, told]) => [id, told[2]]);
    const near = new Map([...there, ...here].map(([id, href]) => [id, { id, href, like: likeness(name, id) }]));
    const best = [...near.values()]
      .filter((one) => one.like > NEAR)
      .sort((a, b) => b.like - a.like)
      .slice(0, MOST);
    const words = (one) =>
      known?.rules[one.id]
        ? known.rules[one.id][0]
        : document.getElementById(one.id)?.textContent.trim().slice(0, 90) || one.id;
    return best.map((one) => [one.href, words(one)]);
  }

  async function reportMissingAnchor() {
    document.querySelector(".lost-place")?.remove();
    const name = anchorName();
    if (!name || document.getElementById(name)) return;
    const found = await similarPlaces(name);
    if (anchorName() !== name) return;
    const box = document.createElement("div");
    box.className = "notice complaint lost-place";
    box.setAttribute("role", "alert");
    const say = (tag, words) => {
      const made = document.createElement(tag);
      made.textContent = words;
      return made;
    };
    const line = document.createElement("p");
    line.append(say("strong", `There is no place called “${name.slice(0, 80)}” on this page.`));
    box.append(line);
    if (found.length) {
      const list = document.createElement("ul");
      for (const [href, words] of found) {
        const item = document.createElement("li");
        const link = say("a", words);
        link.setAttribute("href", href);
        item.append(link);
        list.append(item);
      }
      box.append(say("p", "Perhaps you are looking for:"), list);
    }
    document.getElementById("page")?.prepend(box);
    box.scrollIntoView({ block: "center" });
  }
  for (const then of ["DOMContentLoaded", "drillbook:scripts-run"])
    document.addEventListener(
      then,
      reportMissingAnchor,
    ); /* the one is over where scripts begin late; then the other comes */
  window.addEventListener("hashchange", reportMissingAnchor);
})();
