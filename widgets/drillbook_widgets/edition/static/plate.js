/* Calculators of the edition. The static answer stands until the worker has sent all topics; then the scripts of every
   calculator draw headline, form, foot and gestures. */
(() => {
  "use strict";
  const SAID = {
    asleep: "as text",
    python: "Python is being loaded …",
    book: "the rules are being loaded …",
    ready: "as text",
    failed: "as text",
  };
  const FAILED =
    "This browser could not load what computes the answers. The text is complete, and the answer is the one to the question as it stands.";
  const UNASKED = " What this link asks for besides is not in it.";
  const LATER = "not yet what the link asks · ";
  const ENDED =
    "What computes the answers has ended and could not be begun again. What stands here may not be the answer to what you have filled in.";
  /* What a reader does once and what stays so: a worker that begins anew is told the last of each kind. */
  const STAYS = ["keep", "house", "ready", "tab", "picture", "how", "luck"];
  const READ_FROM = 72; /* pixels from the top: what ends above is under the page's head */
  const EMPTY = { asked: "", tabs: [] };
  const { drillbookEdition: edition, drillbookControls: controls } = window;
  const scripts = (globalThis[Symbol.for("drillbook.plates")] ??= {});
  scripts.ready ??= new Promise((open) => {
    scripts.open = open;
  });
  const make = (tag, name, words) =>
    Object.assign(document.createElement(tag), { className: name, textContent: words ?? "" });

  /* What a part of a plate is told, by topic, and who listens to it. */
  class Model {
    constructor(told, send) {
      this.told = told;
      this.send = send;
      this.heard = new Map();
    }
    get(topic) {
      return this.told[topic] ?? EMPTY[topic] ?? {};
    }
    on(what, act) {
      this.heard.set(what, [...(this.heard.get(what) ?? []), act]);
    }
    off(what, act) {
      this.heard.set(
        what,
        (this.heard.get(what) ?? []).filter((one) => one !== act),
      );
    }
    take(topics) {
      Object.assign(this.told, topics);
      for (const topic of Object.keys(topics)) for (const act of this.heard.get(`change:${topic}`) ?? []) act();
    }
  }

  class Plate {
    constructor(home) {
      this.home = home;
      this.question = home.dataset.question;
      this.still = home.querySelector(".still");
      this.own = home.hasAttribute("data-own"); /* the page is the question's own: its address follows */
      this.line = null;
      this.did = new Map();
      this.first = undefined; /* the address of its first answer */
      this.moved = false;
      this.pinned = null; /* what it stood at then */
      if (!this.own) {
        this.button = Object.assign(make("button", "plate-open", "Try other values"), { type: "button" });
        this.button.addEventListener("click", () => this.open());
        this.ways = make("p", "plate-ways");
        this.ways.append(
          this.button,
          " ",
          Object.assign(make("a", "", "Link to this answer"), { href: edition.localLink(`/${home.dataset.usual}`) }),
        );
        this.still.append(this.ways);
      }
      this.say();
    }
    say() {
      if (edition.state === "failed") this.fail();
      const mark = this.still.querySelector(".still-state");
      if (!mark) return;
      const loading = edition.state === "python" && edition.progress ? ` ${edition.progress} %` : "";
      const now = this.line && edition.state === "ready" ? "the plate is being made …" : SAID[edition.state] + loading;
      mark.textContent = (this.own && location.search ? LATER : "") + now;
    }
    /* Said where it is seen; an address that asks for more than is shown must not seem answered. */
    fail() {
      if (this.failed) return;
      this.failed = true;
      if (this.button) this.button.disabled = true;
      if (this.el) {
        const box = make("p", "notice complaint plate-failed", `${ENDED} `);
        const anew = Object.assign(make("button", "plate-open", "Load the page anew"), { type: "button" });
        anew.addEventListener("click", () => location.reload());
        box.append(anew);
        box.setAttribute("role", "alert");
        this.lively.prepend(box);
        return;
      }
      const asked = this.own && location.search ? UNASKED : "";
      const said = make("p", "notice complaint plate-failed", FAILED + asked);
      said.setAttribute("role", "status");
      if (this.own || this.home === document.querySelector(".plate-place")) this.still.prepend(said);
    }
    /* Filled in by an address, or as it stands. left: the reader comes back to what he has made of it himself, by no link. */
    open(address, left) {
      if (this.line) {
        if (address) this.send({ do: "open", address });
        return;
      }
      if (this.button) this.button.disabled = true;
      const { usual, picture, beside } = this.home.dataset;
      this.link = address;
      this.left = left;
      const now = (unheard) => [
        { do: "begin", address: usual, picture, beside, link: this.link, own: this.left, base: edition.home },
        ...this.stays(),
        ...unheard.filter((said) => !["begin", "pin", "unpin", ...STAYS].includes(said.do)),
      ];
      this.line = edition.connectPlate(now, (part, topics) => this.hear(part, topics));
      this.send = (said) => this.tell(said);
      this.say();
    }
    tell(said) {
      if (STAYS.includes(said.do)) this.did.set(said.do, said);
      else if (said.do === "pin") this.pinned = this.standing();
      else if (said.do === "unpin") this.pinned = null;
      else if (said.do === "reset") {
        this.pinned = null;
        ["picture", "how"].forEach((what) => this.did.delete(what));
      }
      this.line(said);
    }
    /* What leads to the form as it stands. */
    standing() {
      return { do: "open", address: this.link ?? this.home.dataset.usual, own: this.link === undefined || this.left };
    }
    stays() {
      return [...this.did.values(), ...(this.pinned ? [this.pinned, { do: "pin" }, this.standing()] : [])];
    }
    hear(part, topics) {
      if (part === "plate") this.draw(topics);
      else if (part === "form") for (const [name, value] of Object.entries(topics)) this.controls.get(name)?.put(value);
      else if (part === "room") this.picture(topics.drawing);
      else this[part].take(topics);
    }
    part(name, told, send, el) {
      const model = new Model({ part: name, _dom_classes: [`drillbook-${name}`], ...told }, send);
      scripts.ready.then(() => scripts.render({ model, el }));
      return model;
    }
    draw(told) {
      if (this.el) return; /* where its worker has ended and another begun, what is drawn stays, and is told anew */
      if (told.sorry) {
        this.still.append(make("p", "notice complaint", told.sorry));
        return;
      }
      const part = (...what) => this.part(...what);
      const fixed = { question: told.question, title: told.title, help: told.help, inputs: told.inputs };
      this.el = make(
        "div",
        `drillbook-plate drillbook-${told.short} widget-box${told.laid_out ? ` db-${told.laid_out}` : ""}`,
      );
      this.el.dataset.chapter = ""; /* links lead to chapters here */
      const [head, form, foot] = [make("div", ""), make("div", "drillbook-form widget-box"), make("div", "")];
      this.room = make("div", "drillbook-room widget-box");
      this.drawing = make("div", "picture-room");
      this.room.append(this.drawing);
      this.el.append(head, form, this.room, foot);
      this.controls = new Map(told.inputs.map((input) => [input.name, controls.control(input, this.send, part)]));
      form.append(...[...this.controls.values()].map((one) => one.el));
      this.head = this.part("head", { fixed }, this.send, head);
      this.foot = this.part("foot", { fixed }, this.send, foot);
      this.head.on("change:face", () => this.face(this.head.get("face")));
      this.lively = this.home.querySelector(".lively");
      this.lively.append(this.el);
    }
    picture({ svg, shape }) {
      this.drawing.className = `picture-room ${shape}`;
      this.drawing.innerHTML = svg;
    }
    face(told) {
      for (const [name, one] of Object.entries(told.inputs)) if (one.words) this.controls.get(name)?.say?.(one.words);
      if (told.address === undefined) return;
      this.first ??= told.address;
      this.moved ||= told.address !== this.first;
      if (this.moved) [this.link, this.left] = [told.own || told.address, Boolean(told.own)];
      this.home.dataset.address = told.address;
      if (this.own)
        try {
          history.replaceState({ ...history.state, own: told.own }, "", edition.localLink(`/${told.address}`));
        } catch {
          /* the browser limits how often */
        }
      if (!("live" in this.home.dataset)) scripts.ready.then(() => requestAnimationFrame(() => this.live()));
    }
    live() {
      const inside = this.still.contains(document.activeElement);
      const before = this.home.getBoundingClientRect().bottom;
      this.home.dataset.live = "";
      this.ways?.remove();
      /* what is read below it stays where it is: browsers lose the place where a whole box is exchanged for another */
      if (before < READ_FROM)
        window.scrollBy({ top: this.home.getBoundingClientRect().bottom - before, behavior: "instant" });
      if (inside) this.el.querySelector("input, select, button")?.focus({ preventScroll: true });
    }
  }

  const plates = [...document.querySelectorAll(".plate-place")].map((home) => new Plate(home));
  window.drillbookPlates = { places: [], request: () => false }; /* none that paper would have to wait for */
  for (const told of ["drillbook:edition", "drillbook:progress"])
    addEventListener(told, () => plates.forEach((plate) => plate.say()));

  /* One click on an example fills the plate of its question on this page. */
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    const link = event.target.closest?.("a[href]");
    if (!link || link.target || link.origin !== location.origin || link.hash || link.closest(".plate-ways")) return;
    const plate = plates.find((one) => `/${one.question}` === edition.sitePath(link.pathname));
    if (!plate) return;
    event.preventDefault();
    window.drillbookDepth?.reveal(plate.home);
    if (!plate.home.contains(link)) plate.home.scrollIntoView({ block: "start" });
    plate.open(plate.question + link.search);
  });

  /* What comes near is made ready before it is seen; what is seen already stays as it is until it is used. */
  const near = new IntersectionObserver(
    (seen) => {
      for (const { target, isIntersecting, boundingClientRect: box } of seen) {
        const plate = plates.find((one) => one.home === target);
        if (edition.state !== "ready" || !isIntersecting || (box.top < innerHeight && box.bottom > 0)) continue;
        near.unobserve(target);
        plate.open();
      }
    },
    { rootMargin: "100% 0px" },
  );
  const watch = () => {
    if (edition.state === "ready") for (const { home, line } of plates) if (!line) near.observe(home);
  };
  addEventListener("drillbook:edition", watch);
  watch(); /* a worker that another page has begun may be ready before this script is */

  const own = plates.find((plate) => plate.own);
  const left = history.state?.own; /* the address was written by the plate: nobody has followed it */
  if (own) own.open(left || (location.search ? own.question + location.search : undefined), Boolean(left));
})();
