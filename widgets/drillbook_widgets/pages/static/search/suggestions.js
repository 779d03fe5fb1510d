/* Hits while typing: a combobox with its list below. Hits come first; the answers of questions among them follow. */
window.drillbookSearch = (() => {
  "use strict";
  const PAUSE = 40; /* milliseconds without a key before the site is asked, where the keys follow each other faster */
  const AGAIN = 900; /* milliseconds until it is asked once more where it could not answer */
  const ANSWERED = 5;
  const KEPT = 60; /* searches of this page that are remembered */
  const books = JSON.parse(document.getElementById("find-books").textContent);
  const known = new Map();
  const answers = new Map();
  const enhanced = new WeakSet();

  const make = (tag, name, words) => {
    const made = document.createElement(tag);
    if (name) made.className = name;
    if (words !== undefined) made.textContent = words;
    return made;
  };
  async function get(address) {
    const reply = await fetch(address, { headers: { Accept: "application/json" } });
    if (!reply.ok) throw Object.assign(new Error(String(reply.status)), { status: reply.status });
    return reply.json();
  }
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  async function hitsFor(text, ruleset) {
    const address = `/search.json?${new URLSearchParams({ q: text, ruleset })}`;
    if (!known.has(address)) {
      if (known.size >= KEPT) known.delete(known.keys().next().value);
      known.set(
        address,
        get(address).catch((problem) => {
          known.delete(address);
          throw problem;
        }),
      );
    }
    return known.get(address);
  }
  async function getPatiently(address) {
    for (let tries = 0; ; tries++) {
      try {
        return await get(address);
      } catch (problem) {
        if (problem.status !== 429 || tries > 4) throw problem;
        await wait(AGAIN);
      }
    }
  }
  /* By the reader's house rules where he has any: a hit is no link that somebody has handed on. */
  function answerFor(address, ruleset) {
    const rules = window.drillbookHouseRules
      ? window.drillbookHouseRules.toQuery(window.drillbookHouseRules.stored(ruleset))
      : "";
    const key = `${address} ${rules}`;
    if (!answers.has(key)) {
      const asked = getPatiently(
        `/answer.json?${new URLSearchParams(rules ? { address, house: rules } : { address })}`,
      );
      answers.set(key, asked);
      asked.then(
        (told) => {
          if (!told.answer) answers.delete(key);
        },
        () => answers.delete(key),
      );
    }
    return answers.get(key);
  }
  /* The words of the search stand out in a text. */
  function highlight(parent, words, typed) {
    const wanted = typed.toLowerCase().match(/[a-z\u00c0-\u024f]{3,}/g) || [];
    const stems = wanted.map((one) => (one.length > 5 ? one.slice(0, one.length - 2) : one));
    for (const part of words.split(/(\s+)/)) {
      const bare = part.toLowerCase().replace(/^[^a-z\u00c0-\u024f]+/, "");
      if (stems.some((stem) => bare.startsWith(stem))) parent.append(make("mark", "", part));
      else parent.append(part);
    }
    return parent;
  }

  function enhance(box) {
    if (enhanced.has(box)) return;
    enhanced.add(box);
    const form = box.form;
    const id = `found-${box.id || "top"}`;
    const panel = make("div", "find-panel");
    panel.hidden = true;
    const chips = make("div", "find-chips");
    chips.setAttribute("role", "group");
    chips.setAttribute("aria-label", "Ruleset");
    const list = make("div", "found-list");
    list.id = id;
    list.setAttribute("role", "listbox");
    list.setAttribute("aria-label", "Found");
    const foot = make("p", "find-foot");
    const status = make("p", "unseen");
    status.setAttribute("role", "status");
    panel.append(chips, list, foot, status);
    const close = make("button", "tool find-close", "Close");
    close.type = "button";
    form.append(close, panel);
    box.setAttribute("role", "combobox");
    box.setAttribute("aria-autocomplete", "list");
    box.setAttribute("aria-controls", id);
    box.setAttribute("aria-expanded", "false");
    let ruleset = form.elements.ruleset ? form.elements.ruleset.value : "";
    let at = -1;
    let round = 0;
    let shownFor = null;
    let entered = false; /* Enter was pressed before the hits were there */
    let pressed = -Infinity;

    const rows = () => [...list.querySelectorAll("[role=option]")];
    function point(to) {
      const all = rows();
      at = all.length ? (to + all.length) % all.length : -1;
      all.forEach((row, number) => row.setAttribute("aria-selected", String(number === at)));
      if (at < 0) {
        box.removeAttribute("aria-activedescendant");
        return;
      }
      box.setAttribute("aria-activedescendant", all[at].id);
      all[at].scrollIntoView({ block: "nearest" });
    }
    function show(open) {
      panel.hidden = !open;
      box.setAttribute("aria-expanded", String(open && rows().length > 0));
      if (!open) box.removeAttribute("aria-activedescendant");
    }
    function leave() {
      round += 1;
      entered = false;
      show(false);
      form.classList.remove("open");
    }
    function say(words) {
      foot.replaceChildren(words);
    }

    const wanted = [["", "All"], ...Object.entries(books).map(([short, book]) => [short, book.title])];
    for (const [short, title] of wanted) {
      const chip = make("button", "find-chip", title);
      chip.type = "button";
      if (short) {
        chip.dataset.book = short;
        chip.style.cssText = books[short].colours;
      }
      chip.setAttribute("aria-pressed", String(short === ruleset));
      chip.addEventListener("click", () => choose(short));
      chips.append(chip);
      chip.value = short;
    }
    function choose(short) {
      ruleset = short;
      if (form.elements.ruleset) form.elements.ruleset.value = short;
      for (const chip of chips.children) chip.setAttribute("aria-pressed", String(chip.value === short));
      look();
    }

    function row(hit, number) {
      const made = make("a", "found");
      made.id = `${id}-${number}`;
      made.href = `/${hit.address}`;
      made.tabIndex = -1;
      made.setAttribute("role", "option");
      made.setAttribute("aria-selected", "false");
      made.dataset.book = hit.ruleset;
      made.dataset.kind = hit.kind;
      const book = books[hit.ruleset] || { title: hit.ruleset, colours: "" };
      made.style.cssText = book.colours;
      made.append(highlight(make("span", "found-title"), hit.title, box.value));
      if (hit.kind === "question") made.append(make("span", "found-answer"));
      if (hit.snippet) {
        const snippet = make("span", "found-snippet");
        made.append(hit.kind === "question" ? snippet : highlight(snippet, hit.snippet, box.value));
        if (hit.kind === "question") snippet.textContent = hit.snippet;
      }
      if (window.drillbookHouseRules?.differing(hit.ruleset, hit.rulings).length)
        made.append(make("span", "found-snippet house-mine", "By the book’s own reading; your house rule differs."));
      const place = make("span", "found-place");
      const swatch = make("span", "swatch");
      swatch.setAttribute("aria-hidden", "true");
      place.append(swatch, [hit.says, book.title, hit.chapter].filter(Boolean).join(" · "));
      made.append(place);
      made.addEventListener("pointermove", () => {
        if (rows()[at] !== made) point(rows().indexOf(made));
      });
      made.addEventListener("click", (event) => {
        if (document.body.classList.contains("front"))
          event.stopPropagation(); /* to the chapter, whose plate begins with its answer */
        if (!event.ctrlKey && !event.metaKey && !event.shiftKey) setTimeout(leave);
      });
      return made;
    }
    function showHits(found, text) {
      shownFor = `${text}|${ruleset}`;
      list.dataset.typed = text;
      list.replaceChildren(...found.hits.map(row));
      point(found.hits.length ? 0 : -1);
      list.scrollTop = 0;
      show(true);
      const all = make("a", "", found.hits.length ? "All of this on a page of its own" : "");
      all.href = `/search?${new URLSearchParams({ q: text, ruleset })}`;
      if (found.hits.length) say(all);
      else if (ruleset) {
        const line = make("span", "", `Nothing in ${books[ruleset].title}. `);
        const wider = make("button", "find-wider", "Look in all rulesets");
        wider.type = "button";
        wider.addEventListener("click", () => {
          choose("");
          box.focus();
        });
        line.append(wider);
        say(line);
      } else say("Nothing is found for these words; try fewer or others.");
      status.textContent = found.hits.length ? `${found.hits.length} found. ${found.hits[0].title}` : foot.textContent;
      let asked = 0;
      found.hits.forEach((hit, number) => {
        if (hit.kind !== "question" || asked >= ANSWERED) return;
        asked += 1;
        answerFor(hit.address, hit.ruleset).then(
          (told) => {
            const home = document.getElementById(`${id}-${number}`);
            if (!told.answer || shownFor !== `${text}|${ruleset}` || !home) return;
            const place = home.querySelector(".found-answer");
            place.textContent = told.answer;
            place.classList.toggle("refused", Boolean(told.refused));
            if (!(told.yours || []).length) return;
            home.href = `/${told.link}`;
            place.append(make("small", "house-mine", ` by your house rules`));
          },
          () => {},
        );
      });
      if (entered) {
        entered = false;
        rows()[at]?.click();
      }
    }
    async function look(pause = PAUSE) {
      const mine = ++round;
      const text = box.value.trim();
      if (!text) {
        list.replaceChildren();
        shownFor = null;
        show(false);
        return;
      }
      if (pause) await wait(pause);
      for (let tries = 0; mine === round && tries < 12; tries++) {
        try {
          const found = await hitsFor(text, ruleset);
          if (mine === round) showHits(found, text);
          return;
        } catch (problem) {
          if (mine !== round) return;
          if (tries > 1 || !problem.status) {
            say(problem.status === 429 ? "One moment …" : "The site does not answer just now.");
            show(true);
          }
          await wait(AGAIN);
        }
      }
    }
    box.addEventListener("input", () => {
      const now = performance.now();
      const alone = now - pressed > PAUSE && box.value.trim().length > 1; /* a word's first letter is seldom all */
      pressed = now;
      entered = false;
      look(alone ? 0 : PAUSE);
    });
    box.addEventListener("focus", () => {
      if (box.value.trim()) look();
    });
    box.addEventListener("keydown", (event) => {
      if (event.isComposing) return;
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        event.preventDefault();
        if (panel.hidden) look();
        else point(at + (event.key === "ArrowDown" ? 1 : -1));
      } else if (event.key === "Escape") {
        event.preventDefault();
        if (!panel.hidden && box.value) {
          box.value = "";
          look();
        } else {
          leave();
          box.blur();
        }
      }
    });
    form.addEventListener("submit", (event) => {
      if (!box.value.trim()) {
        event.preventDefault();
        return;
      }
      if (shownFor === `${box.value.trim()}|${ruleset}`) {
        if (rows()[at]) {
          event.preventDefault();
          rows()[at].click();
        }
      } else {
        event.preventDefault();
        entered = true;
        look();
      }
    });
    close.addEventListener("click", () => {
      leave();
      box.blur();
    });
    document.addEventListener("pointerdown", (event) => {
      if (!form.contains(event.target)) leave();
    });
    form.addEventListener("focusout", (event) => {
      if (event.relatedTarget && !form.contains(event.relatedTarget)) leave();
    });
    if (box.value.trim()) look();
  }

  return { enhance };
})();
