/* Fills the forms of a chapter's calculators with units of the side that the reader has built in table mode. It is
   stored in this browser only. What a link says stays; one click undoes what was filled in. */
(() => {
  "use strict";
  const page = document.getElementById("page");
  const source = document.getElementById("side-told");
  if (!source) return;
  const told = JSON.parse(source.textContent);
  const short = page.dataset.chapter.split("/")[0];
  const CHOSEN_UNIT = `drillbook-side-chosen-${short}`;
  const read = (store, key) => {
    try {
      return JSON.parse(store.getItem(key)) || {};
    } catch {
      return {};
    }
  };
  const keep = (store, key, value) => {
    try {
      store.setItem(key, JSON.stringify(value));
    } catch {
      /* then it lasts as long as the page */
    }
  };
  const sides = read(localStorage, `drillbook-side-${short}`);
  const undone = (name) => `drillbook-side-undone-${name}`;
  const make = (tag, props, ...children) => {
    const made = Object.assign(document.createElement(tag), props);
    made.append(...children);
    return made;
  };

  const accepts = (what, value) =>
    value !== undefined &&
    ("options" in what
      ? what.options.includes(value)
      : value !== "" && Number(value) >= Number(what.low) && Number(value) <= Number(what.high));
  const unitsOf = (asks) =>
    asks.flatMap((ask) => (sides[ask] || []).map((unit, at) => ({ ...unit, ask, id: `${ask} ${at}` })));

  class Plate {
    constructor(home, ways) {
      this.home = home;
      this.name = home.dataset.question;
      this.ways = ways;
      this.mine = unitsOf(Object.keys(ways.fills));
      this.theirs = unitsOf(Object.keys(ways.faces));
      this.all = unitsOf(Object.keys(ways.lists));
    }
    get address() {
      const link = this.home.querySelector("a.drillbook-permalink[href]");
      if (!link) return "";
      const url = new URL(link.href);
      return url.pathname.slice(1) + url.search;
    }
    /* What a unit says of this form's inputs. */
    inputs(unit, ways) {
      return Object.fromEntries(
        Object.entries(ways[unit.ask] || {})
          .map(([input, field]) => [input, unit.fields[field]])
          .filter(([, value]) => value !== undefined),
      );
    }
    fits(unit, ways) {
      const said = Object.entries(this.inputs(unit, ways));
      return said.length > 0 && said.every(([input, value]) => accepts(this.ways.takes[input], value));
    }
    rows() {
      const found = {};
      for (const [ask, lists] of Object.entries(this.ways.lists))
        for (const [input, ways] of Object.entries(lists)) {
          const units = unitsOf([ask]);
          const { most, fields } = this.ways.rows[input];
          if (!units.length) continue;
          found[input] = units
            .slice(0, most)
            .map((unit) =>
              Object.entries(fields)
                .map(([name, what]) => {
                  const given = ways[name] && unit.fields[ways[name]];
                  return accepts(what, given) ? given : what.first;
                })
                .join(","),
            )
            .join(";");
        }
      return found;
    }
    open(address) {
      window.dispatchEvent(new CustomEvent("drillbook:open", { detail: { address, within: this.home } }));
    }
    fill(inputs, words) {
      if (!Object.keys(inputs).length || !this.address) return;
      this.before = this.before || this.address;
      const [question, query = ""] = this.address.split("?");
      const pairs = new URLSearchParams(query);
      for (const [name, value] of Object.entries(inputs)) pairs.set(name, value);
      this.open(`${question}?${[...pairs].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&")}`);
      this.said.replaceChildren(`Filled from your side: ${words}. `);
      this.undo.hidden = false;
    }
    picker(label, units, ways, own) {
      const menu = make("select", {});
      menu.append(new Option("choose …", ""), ...units.map((unit) => new Option(unit.words, unit.id)));
      menu.addEventListener("change", () => {
        const unit = units.find((one) => one.id === menu.value);
        if (!unit) return;
        if (own) keep(localStorage, CHOSEN_UNIT, { id: unit.id });
        keep(sessionStorage, undone(this.name), {});
        this.fill(this.inputs(unit, ways), unit.words);
      });
      return make("label", {}, `${label} `, menu);
    }
    begin() {
      if (this.line) return;
      const parts = [];
      const able = (units, ways) => units.filter((unit) => this.fits(unit, ways));
      const mine = able(this.mine, this.ways.fills),
        theirs = able(this.theirs, this.ways.faces);
      if (mine.length) parts.push(this.picker("From your side", mine, this.ways.fills, true));
      if (theirs.length) parts.push(this.picker("Against one of them", theirs, this.ways.faces, false));
      if (this.all.length)
        parts.push(
          make("button", {
            type: "button",
            textContent: "All of your side",
            onclick: () => this.fill(this.rows(), "all of it"),
          }),
        );
      if (!parts.length) return;
      this.said = make("span", {});
      this.said.setAttribute("role", "status");
      this.undo = make("button", { type: "button", textContent: "Undo", hidden: true, onclick: () => this.takeBack() });
      this.line = make("div", { className: "from-your-side" }, this.said, this.undo, ...parts);
      this.line.setAttribute("role", "group");
      this.line.setAttribute("aria-label", "Your side in this plate");
      this.home.append(this.line);
      if (this.ways.own && mine.length && !this.linked() && !read(sessionStorage, undone(this.name)).undone) {
        const chosen = read(localStorage, CHOSEN_UNIT).id;
        const unit = mine.find((one) => one.id === chosen) || mine[0];
        this.fill(this.inputs(unit, this.ways.fills), unit.words);
      }
    }
    linked() {
      const kept = history.state?.plates || {};
      return (
        "opened" in this.home.dataset ||
        this.home.dataset.cell in kept ||
        page.dataset.address.split("?")[0] === this.name
      );
    }
    takeBack() {
      this.open(this.before);
      this.before = "";
      keep(sessionStorage, undone(this.name), { undone: true });
      this.said.replaceChildren("");
      this.undo.hidden = true;
      this.line.querySelector("select, button:not([hidden])").focus();
      for (const menu of this.line.querySelectorAll("select")) menu.value = "";
    }
  }

  const plates = new Map();
  function offerSide(home) {
    const ways = told[home.dataset.question];
    if (!ways) return;
    if (!plates.has(home)) plates.set(home, new Plate(home, ways));
    const plate = plates.get(home);
    if (plate.address) {
      plate.begin();
      return;
    }
    /* Its first answer is still on its way. */
    const eyes = new MutationObserver(() => {
      if (plate.address) {
        eyes.disconnect();
        plate.begin();
      }
    });
    eyes.observe(home, { subtree: true, attributes: true, childList: true, attributeFilter: ["href"] });
  }
  if (!Object.keys(sides).length) return;
  document.addEventListener("drillbook:plate-live", (event) => offerSide(event.target));
  for (const home of document.querySelectorAll(".plate-place[data-live]")) offerSide(home);
})();
