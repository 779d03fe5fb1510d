/* Plates of the edition without a server: the answer stands as text; its form is there or comes from the question's own page, and each
   change is answered by the worker, in the same words. */
(function () {
  "use strict";
  const REST = 150; /* milliseconds without a change before other readings are asked for */
  const PAUSE = 60; /* milliseconds without a change before it is asked */
  const SAID = { asleep: "as text", python: "Python is being loaded …", book: "the rules are being loaded …", ready: "live", failed: "as text" };
  const FAILED = "This browser could not load what computes the answers. The text and the answer shown are complete.";
  const { drillbookEdition: edition, drillbookTableForm: forms, drillbookHouse: house } = window;
  const make = (tag, name, words) => Object.assign(document.createElement(tag), { className: name, textContent: words ?? "" });
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));

  class Plate {
    constructor(home) {
      this.home = home;
      this.question = home.dataset.question;
      this.still = home.querySelector(".still");
      this.form = home.querySelector(".plate-form form");
      this.own = Boolean(this.form); /* the page is the question's own: its address follows */
      this.readings = {};
      this.turn = 0;
      this.ways = make("p", "plate-ways");
      this.link = Object.assign(make("a", "", "Link to this answer"), { href: edition.way("/" + home.dataset.usual) });
      if (this.own) this.tend();
      else {
        const button = Object.assign(make("button", "plate-open", "Try other values"), { type: "button" });
        button.addEventListener("click", () => this.open());
        this.ways.append(button, " ");
      }
      this.ways.append(this.link);
      this.still.append(this.ways);
      this.how = ""; /* how bars are read */
      this.still.addEventListener("click", ({ target }) => {
        const button = target.closest?.(".picture-hows button");
        if (button) { this.how = button.value; this.draw(this.home.dataset.address || this.home.dataset.usual); }
      });
      this.still.querySelectorAll(".picture-hows").forEach((one) => { one.hidden = false; });
      this.still.querySelectorAll(".otherwise[data-any]").forEach((one) => { one.hidden = false; });
      this.still.addEventListener("toggle", ({ target }) => { if (target.matches(".otherwise")) this.compare(0); }, true);
      this.say();
    }
    say() {
      const mark = this.still.querySelector(".still-state");
      if (!mark) return;
      mark.textContent = SAID[edition.state];
      mark.title = edition.state === "failed" ? FAILED : "";
      this.home.toggleAttribute("data-computed", edition.state === "ready");
    }
    tend() {
      forms.tend(this.form, () => this.changed());
      this.first = forms.read(this.form);
    }
    /* The form of a plate within a chapter is that of its question's own page. */
    async open(address) {
      edition.begin();
      if (!this.form) {
        const button = this.ways.querySelector(".plate-open");
        button.disabled = true;
        try {
          const page = new DOMParser().parseFromString(await (await fetch("/" + this.question)).text(), "text/html");
          const room = document.importNode(page.querySelector(".plate-form"), true);
          this.still.before(room);
          this.form = room.querySelector("form");
          this.tend();
          button.remove();
        } catch (problem) {
          button.disabled = false;
          this.complain("The form could not be loaded; its question has a page of its own.");
          return;
        }
      }
      await this.ask(address || this.home.dataset.usual, 0);
    }
    get address() {
      const values = Object.entries(forms.read(this.form)).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
      const readings = Object.entries(this.readings).map(([name, letter]) => `ruling.${name}=${letter}`);
      return `${this.question}?${[...values, ...readings].join("&")}`;
    }
    changed() { this.ask(this.address, PAUSE, true); }
    /* The newest question wins. set: the form says it already; else it waits for what the answer goes by. */
    async ask(address, pause, set = false) {
      const mine = ++this.turn;
      const room = this.form.closest(".plate-form");
      room.inert = !set;
      this.asking?.abort();
      await wait(pause);
      if (mine !== this.turn) return;
      this.asking = new AbortController();
      const asked = { address, whole: "yes", still: "yes", house: house.query(house.of(this.question.split("/")[0])) };
      this.home.setAttribute("aria-busy", "true");
      try {
        const told = await (await fetch("/answer.json?" + new URLSearchParams(asked), { signal: this.asking.signal })).json();
        if (mine === this.turn) this.tell(told, set);
      } catch (problem) {
        if (problem.name !== "AbortError") this.complain(FAILED);
      }
      if (mine !== this.turn) return;
      this.home.removeAttribute("aria-busy");
      room.inert = false;
    }
    /* The pictures follow the answer: what was chosen, opened and in use stays so. */
    async draw(address) {
      const old = this.still.querySelector(".pictures");
      if (!old) return;
      this.drawing?.abort();
      const mine = this.drawing = new AbortController();
      old.setAttribute("aria-busy", "true");
      try {
        const told = await (await fetch("/pictures.json?" + new URLSearchParams({ address, how: this.how }), { signal: mine.signal })).json();
        if (mine !== this.drawing) return;
        const made = Object.assign(make("div"), { innerHTML: told.pictures }).firstElementChild;
        const named = (one, home) => [...home.querySelectorAll(".picture")].find((other) => other.dataset.picture === one.dataset.picture);
        for (const one of old.querySelectorAll("input:checked")) for (const other of made.querySelectorAll("input")) if (other.value === one.value) other.checked = true;
        for (const one of old.querySelectorAll(".picture:has(details[open])")) named(one, made)?.querySelector("details")?.setAttribute("open", "");
        made.querySelectorAll(".picture-hows").forEach((one) => { one.hidden = false; });
        const used = old.contains(document.activeElement) ? document.activeElement : null;
        old.replaceWith(made);
        if (used) [...made.querySelectorAll("input, button")].find((one) => one.value === used.value && one.closest(".picture")?.dataset.picture === used.closest(".picture")?.dataset.picture)?.focus();
      } catch (problem) {
        if (problem.name !== "AbortError") old.remove(); /* it would show another answer */
      }
    }
    /* What other readings give is asked for only where a reader looks at it, and once nothing has changed for a while. */
    async compare(pause) {
      const address = this.home.dataset.address || this.home.dataset.usual;
      this.comparing?.abort();
      const mine = this.comparing = new AbortController();
      const box = this.still.querySelector(".otherwise");
      if (!box?.open || box.dataset.of === address) return;
      box.setAttribute("aria-busy", "true");
      await wait(pause);
      if (mine !== this.comparing) return;
      try {
        const told = await (await fetch("/others.json?" + new URLSearchParams({ address }), { signal: mine.signal })).json();
        if (mine !== this.comparing) return;
        box.querySelector(".otherwise-room").innerHTML = told.others;
        box.dataset.of = address;
        box.removeAttribute("aria-busy");
      } catch (problem) {
        if (problem.name !== "AbortError") box.open = false; /* it would speak of another answer */
      }
    }
    complain(words) {
      this.home.querySelector(".plate-complaint")?.remove();
      if (!words) return;
      const line = make("p", "plate-complaint notice complaint", words);
      line.setAttribute("role", "alert");
      this.still.before(line);
    }
    tell(told, set) {
      this.complain(told.complaint || (told.inputs ? "" : told.answer || "This question could not be answered just now."));
      if (!told.inputs) return;
      const mark = this.still.querySelector(".still-mark");
      const [pictures, others] = [".pictures", ".otherwise"].map((one) => this.still.querySelector(one));
      this.still.innerHTML = told.still;
      if (pictures) this.still.insertBefore(pictures, this.still.querySelector(".still-steps"));
      if (mark) this.still.prepend(mark);
      if (others) { others.hidden = !told.others; this.still.append(others); }
      this.still.append(this.ways);
      this.still.setAttribute("role", "status");
      const names = Object.keys(told.inputs);
      if (!set) forms.write(this.form, told.inputs);
      forms.show(this.form, names);
      this.readings = Object.fromEntries([...new URLSearchParams(told.address.split("?")[1] || "")].filter(([name]) => name.startsWith("ruling.") && told.link.includes(name + "=")).map(([name, letter]) => [name.slice(7), letter]));
      this.link.href = edition.way("/" + told.link);
      this.home.dataset.address = told.link;
      this.draw(told.link);
      this.compare(REST);
      if (this.own) try { history.replaceState(history.state, "", this.link.href); } catch (e) { /* the browser limits how often */ }
    }
  }

  const plates = [...document.querySelectorAll(".plate-place")].map((home) => new Plate(home));
  window.drillbookPlates = { places: [], want: () => false }; /* none that paper would have to wait for */
  addEventListener("drillbook:edition", () => plates.forEach((plate) => plate.say()));
  addEventListener("drillbook:house", () => plates.forEach((plate) => { if (plate.form) plate.changed(); }));

  /* One click on an example fills the plate of its question on this page. */
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target.closest?.("a[href]");
    if (!link || link.target || link.origin !== location.origin || link.hash || link.closest(".plate-ways")) return;
    const plate = plates.find((one) => "/" + one.question === edition.bare(link.pathname));
    if (!plate) return;
    event.preventDefault();
    window.drillbookDepth?.reveal(plate.home);
    if (!plate.home.contains(link)) plate.home.scrollIntoView({ block: "start" });
    plate.open(plate.question + link.search);
  });

  const own = plates.find((plate) => plate.own);
  if (own && location.search) own.ask(own.question + location.search, 0);
})();
