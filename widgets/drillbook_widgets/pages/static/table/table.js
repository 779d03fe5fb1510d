/* Table mode: one tool in sight, answered as its form changes. The last values are stored in this browser only. */
(() => {
  "use strict";
  const PAUSE = 90; /* milliseconds without a change before the site is asked */
  const LATER = 1200; /* milliseconds until it is asked once more where it could not answer */
  const SWIPE = 64; /* pixels */
  const page = document.getElementById("page");
  const short = page.dataset.table;
  const told = JSON.parse(document.getElementById("table-told").textContent);
  const forms = window.drillbookTableForm;
  const house = window.drillbookHouseRules;
  const bar = page.querySelector(".answer");
  const tabs = [...page.querySelectorAll("[role=tab]")];
  const screens = tabs.map((tab) => document.getElementById(tab.getAttribute("aria-controls")));
  const STORED = `drillbook-table-${short}`;
  const SHARED_INPUTS = `drillbook-kept-${short}`;

  const kept = (() => {
    try {
      return JSON.parse(localStorage.getItem(STORED)) || {};
    } catch {
      return {};
    }
  })();
  function keep() {
    try {
      localStorage.setItem(STORED, JSON.stringify(kept));
    } catch {
      /* then it lasts as long as the page */
    }
  }
  const own = () => house.toQuery(house.stored(short));
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  const place = (selector) => bar.querySelector(selector);

  /* One tool: its form, its last answer, and whether that is the answer to the form as it stands. */
  class Tool {
    constructor(screen) {
      this.screen = screen;
      this.name = screen.dataset.tool;
      this.form = screen.querySelector("form");
      this.turn = 0;
      this.note = "";
      this.rules = ""; /* the house rules that the answer goes by */
      this.told = {
        answer: screen.querySelector(".first-answer p").textContent,
        odds: screen.querySelector(".first-answer p + p").textContent,
      };
      forms.watch(this.form, (input) => this.changed(input));
      this.first = forms.read(this.form);
      this.everything = Object.fromEntries(
        forms.inputs(this.form).map((home) => {
          const was = home.hidden;
          home.hidden = false;
          const all = forms.read(this.form)[home.dataset.input];
          home.hidden = was;
          return [home.dataset.input, all];
        }),
      );
      const last = kept.tools?.[this.name];
      if (last) {
        try {
          forms.write(this.form, last.inputs);
          if (last.shown) forms.showOnly(this.form, last.shown);
        } catch {
          forms.write(this.form, this.everything);
        }
        if (last.told) this.told = last.told;
        this.rules = last.rules || "";
        this.of = last.of;
      } else this.of = this.address;
      this.fresh = this.of === this.address && this.rules === own();
      screen.querySelector(".again").addEventListener("click", () => {
        forms.write(this.form, this.everything);
        forms.showOnly(this.form, Object.keys(this.first));
        this.changed();
      });
      this.why();
    }
    get address() {
      return `${short}/${this.name}?${Object.entries(forms.read(this.form))
        .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
        .join("&")}`;
    }
    remember() {
      kept.tools = {
        ...kept.tools,
        [this.name]: {
          inputs: forms.read(this.form),
          shown: forms
            .inputs(this.form)
            .filter((one) => !one.hidden)
            .map((one) => one.dataset.input),
          told: this.told,
          of: this.of,
          rules: this.rules,
        },
      };
      keep();
    }
    changed(input) {
      if (told.kept.includes(input)) shareInputs(this);
      this.remember();
      this.ask();
    }
    /* The newest question wins: an older one is given up. */
    async ask(pause = PAUSE) {
      const mine = ++this.turn;
      this.asking?.abort();
      this.fresh = false;
      this.show();
      await wait(pause);
      while (mine === this.turn) {
        const [address, rules] = [this.address, own()];
        try {
          this.asking = new AbortController();
          const reply = await fetch(`/answer.json?${new URLSearchParams({ address, house: rules, whole: "yes" })}`, {
            signal: this.asking.signal,
          });
          if (reply.status !== 429 && !reply.ok) throw new Error(String(reply.status));
          const found = reply.status === 429 ? {} : await reply.json();
          if (mine !== this.turn) return;
          if (found.answer || found.complaint) {
            this.tell(found, rules);
            return;
          }
          this.note = "The answer takes longer than it should. One moment …";
        } catch (problem) {
          if (mine !== this.turn || problem.name === "AbortError") return;
          this.note =
            navigator.onLine && !(problem instanceof TypeError)
              ? "The site does not answer just now; this is its last answer."
              : "No network: an answer needs it. This is the last one, for what was set then.";
        }
        this.show();
        await wait(LATER);
      }
    }
    tell(found, rules) {
      const wrong = Boolean(found.complaint);
      this.note = found.complaint || "";
      if (found.inputs && !wrong) forms.showOnly(this.form, Object.keys(found.inputs));
      if (!wrong) Object.assign(this, { told: found, fresh: true, rules, of: this.address });
      this.screen.dispatchEvent(new CustomEvent("drillbook:answer", { detail: found, bubbles: true }));
      this.remember();
      this.why();
      this.show();
    }
    why() {
      const lines = (this.told.steps || []).map(([mark, label, section, way]) => {
        const line = document.createElement("li");
        const end = document.createElement(way ? "a" : "small");
        if (way) end.href = way;
        end.textContent = section;
        line.append(
          Object.assign(document.createElement("b"), { textContent: mark }),
          Object.assign(document.createElement("span"), { textContent: label }),
          end,
        );
        return line;
      });
      this.screen.querySelector(".why").hidden = !lines.length;
      this.screen.querySelector(".why ol").replaceChildren(...lines);
      if (this.told.link) this.screen.querySelector(".open").href = `/${this.told.link}`;
    }
    show() {
      if (current !== this) return;
      const { answer, odds, refused, yours, usually, settled } = this.told;
      bar.dataset.state = this.fresh ? "ready" : this.note ? "old" : "asking";
      bar.dataset.address = this.fresh ? this.told.address || "" : "";
      const set = (el, words) => {
        if (el.textContent !== words) el.textContent = words;
      };
      set(place(".headline"), answer);
      place(".headline").classList.toggle("refused", Boolean(refused));
      set(place(".odds"), odds && !odds.split(" · ").some((one) => answer.includes(one)) ? odds : "");
      set(place(".answer-note"), this.note);
      place(".answer-note").hidden = !this.note;
      const line = place(".answer-house");
      line.hidden = !(yours || []).length && !(settled || []).length;
      if (line.hidden) return;
      if (!(yours || []).length) {
        line.textContent = settled.join(" ");
        return;
      }
      const link = Object.assign(document.createElement("a"), {
        href: `/${short}/rulings#yours`,
        textContent: "your house rules",
      });
      line.replaceChildren(
        "By ",
        link,
        `: ${yours.map(([named]) => named).join(", ")}${usually ? `. The book's own: ${usually}` : ""}${(settled || []).map((said) => ` ${said}`).join("")}`,
      );
    }
  }

  let current = null;
  const tools = new Map(screens.filter((one) => one.dataset.tool).map((screen) => [screen, new Tool(screen)]));

  /* What the players settle once for all questions goes to every form, and to the chapters' plates. */
  function shareInputs(from) {
    const values = Object.fromEntries(
      Object.entries(forms.read(from.form)).filter(([name]) => told.kept.includes(name)),
    );
    try {
      localStorage.setItem(
        SHARED_INPUTS,
        JSON.stringify({ ...JSON.parse(localStorage.getItem(SHARED_INPUTS) || "{}"), ...values }),
      );
    } catch {
      /* as above */
    }
    for (const tool of tools.values())
      if (tool !== from) {
        forms.write(tool.form, values);
        tool.fresh = false;
      }
  }
  if (told.kept.length) {
    try {
      const before = JSON.parse(localStorage.getItem(SHARED_INPUTS) || "{}");
      for (const tool of tools.values()) {
        forms.write(tool.form, before);
        tool.fresh = tool.fresh && tool.of === tool.address;
      }
    } catch {
      /* nothing is settled that can be read */
    }
  }

  function open(to, focus) {
    const at = Math.min(tabs.length - 1, Math.max(0, to));
    tabs.forEach((tab, number) => {
      tab.setAttribute("aria-selected", String(number === at));
      tab.tabIndex = number === at ? 0 : -1;
      screens[number].hidden = number !== at;
    });
    const row = tabs[at].parentElement;
    row.scrollLeft = tabs[at].offsetLeft - row.offsetLeft - (row.clientWidth - tabs[at].offsetWidth) / 2;
    if (focus) tabs[at].focus({ preventScroll: true });
    current = tools.get(screens[at]) || null;
    if (bar) bar.hidden = !current;
    history.replaceState(history.state, "", `#${screens[at].id}`);
    kept.at = screens[at].id;
    keep();
    if (!current) return;
    current.show();
    if (!current.fresh || !current.told.steps) current.ask(0);
  }
  const at = () => tabs.findIndex((tab) => tab.getAttribute("aria-selected") === "true");
  tabs.forEach((tab, number) => {
    tab.addEventListener("click", (event) => {
      event.preventDefault();
      open(number);
      scrollTo({ top: 0, behavior: "instant" });
    });
    tab.addEventListener("keydown", (event) => {
      const to = { ArrowRight: number + 1, ArrowLeft: number - 1, Home: 0, End: tabs.length - 1 }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      open((to + tabs.length) % tabs.length, true);
    });
  });
  addEventListener("hashchange", () => {
    const to = screens.findIndex((one) => `#${one.id}` === location.hash);
    if (to >= 0) open(to);
  });

  /* A swipe turns to the next tool, but where something else is dragged. */
  let from = null;
  page.addEventListener("pointerdown", (event) => {
    const taken = event.target.closest("input, select, .stepper, .tabs, .table-box, .answer");
    from = event.pointerType === "mouse" || taken || !event.isPrimary ? null : { x: event.clientX, y: event.clientY };
  });
  page.addEventListener("pointerup", (event) => {
    if (!from) return;
    const [across, down] = [event.clientX - from.x, event.clientY - from.y];
    from = null;
    if (Math.abs(across) > SWIPE && Math.abs(across) > 2.5 * Math.abs(down)) {
      open(at() + (across < 0 ? 1 : -1));
      scrollTo({ top: 0, behavior: "instant" });
    }
  });
  page.addEventListener("pointercancel", () => {
    from = null;
  });

  addEventListener("drillbook:house", () => {
    for (const tool of tools.values()) tool.fresh = false;
    current?.ask(0);
  });
  addEventListener("online", () => {
    if (current && !current.fresh) current.ask(0);
  });
  window.drillbookTable = { short, told, tools: [...tools.values()] };
  const wanted = [location.hash.slice(1), kept.at]
    .map((id) => screens.findIndex((one) => one.id === id))
    .find((one) => one >= 0);
  window.drillbookSideUnits?.start(window.drillbookTable);
  open(wanted ?? 0);
})();
