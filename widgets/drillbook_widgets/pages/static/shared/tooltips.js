/* Tooltips for words of the game, rules' links, citations and figures in a calculator's steps: beside the word for a
   pointer or the keyboard, in a sheet for touch. */
window.drillbookTooltips = (() => {
  "use strict";
  const WAIT = 120; /* ms of resting on a word before it speaks */
  const LINGER = 220; /* ms in which the pointer may move from the word to what it says */
  const ROOM = 8; /* px between the word and its sentence */
  const RULE = /^([a-z0-9]+)\.(?!ruling\.)./;
  const books = new Map();

  /* The sentences of one ruleset, fetched once. */
  function definitions(short) {
    if (!books.has(short)) {
      const none = { words: {}, rules: {} };
      books.set(
        short,
        fetch(`/${short}/words.json`)
          .then((answer) => (answer.ok ? answer.json() : none))
          .catch(() => {
            books.delete(short);
            return none;
          }),
      );
    }
    return books.get(short);
  }

  const decoded = (text) => {
    try {
      return decodeURIComponent(text);
    } catch {
      return "";
    }
  };

  /* What an element is about: a word or a rule; nothing for any other. */
  function subjectOf(target) {
    let el = target.closest?.("a[href*='#'], [data-rule], td.db-mark, td.amount");
    if (el?.matches("td.db-mark, td.amount")) el = el.parentElement.querySelector("a[href*='#'], [data-rule]");
    if (!el) return null;
    const hash = decoded((el.getAttribute("href") || "").split("#")[1] || "");
    if (el.classList.contains("term"))
      return { el, kind: "words", key: hash, short: el.closest("[data-book]").dataset.book };
    const key = el.dataset.rule || hash;
    const named = RULE.exec(key);
    return named ? { el, kind: "rules", key, short: named[1] } : null;
  }

  async function find(subject) {
    const told = (await definitions(subject.short))[subject.kind][subject.key];
    if (!told) return null;
    const [name, text, home, section, rulings] = subject.kind === "words" ? told : ["", told[0], told[2], told[1], ""];
    return { name, text, home, section, mine: window.drillbookHouseRules?.note(subject.short, rulings) };
  }

  function element(tag, name, text) {
    const el = document.createElement(tag);
    if (name) el.className = name;
    if (text) el.textContent = text;
    return el;
  }

  /* Beside the word. */
  const box = element("div", "says");
  box.id = "says";
  box.setAttribute("role", "tooltip");
  box.hidden = true;
  document.body.append(box);
  let now = null;
  let timer = 0;

  function place(el, at) {
    const rects = [...el.getClientRects()];
    const rect =
      rects.find((one) => at !== undefined && at >= one.top && at <= one.bottom) ||
      rects[0] ||
      el.getBoundingClientRect();
    box.hidden = false;
    const wide = document.documentElement.clientWidth;
    const left = Math.max(ROOM, Math.min(rect.left, wide - box.offsetWidth - ROOM));
    const over = rect.top - box.offsetHeight - ROOM;
    const under = rect.bottom + ROOM;
    const low =
      el.closest(".db-panel") && under + box.offsetHeight < window.innerHeight; /* what is above is the tabs */
    const top = !low && over > (document.querySelector(".top")?.offsetHeight || 0) ? over : under;
    box.style.left = `${left + window.scrollX}px`;
    box.style.top = `${top + window.scrollY}px`;
  }

  function hide() {
    clearTimeout(timer);
    if (now) now.el.removeAttribute("aria-describedby");
    now = null;
    box.hidden = true;
  }

  async function show(subject, el, at) {
    const told = await find(subject);
    if (now !== subject || !told) return;
    const where = element("p", "says-where", told.section);
    box.replaceChildren(
      ...(told.name ? [element("p", "says-name", told.name)] : []),
      element("p", "says-text", told.text),
      ...(told.mine ? [told.mine] : []),
      ...(told.section ? [where] : []),
    );
    place(el, at);
    subject.el.setAttribute("aria-describedby", "says");
  }

  function begin(subject, el, at, wait) {
    hide();
    now = subject;
    timer = setTimeout(() => show(subject, el, at), wait);
  }

  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch") return;
    if (box.contains(event.target)) {
      clearTimeout(timer);
      return;
    }
    const subject = subjectOf(event.target);
    if (subject && now && subject.el === now.el) {
      clearTimeout(timer);
      if (box.hidden) timer = setTimeout(() => show(now, event.target, event.clientY), WAIT);
      return;
    }
    if (subject) begin(subject, event.target, event.clientY, WAIT);
    else if (now) {
      clearTimeout(timer);
      timer = setTimeout(hide, LINGER);
    }
  });
  document.addEventListener("focusin", (event) => {
    if (!event.target.matches(":focus-visible")) return;
    const subject = subjectOf(event.target);
    if (subject) begin(subject, subject.el, undefined, 0);
    else if (now) hide();
  });
  document.addEventListener("focusout", () => {
    if (now) hide();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && now) hide();
  });

  /* From below, for whoever has no pointer to rest. */
  const sheet = element("dialog", "says-sheet");
  const close = element("button", "says-close", "Close");
  close.type = "button";
  close.addEventListener("click", () => sheet.close());
  sheet.addEventListener("click", (event) => {
    if (event.target === sheet || event.target.closest("a")) sheet.close();
  });
  document.body.append(sheet);

  async function openSheet(subject) {
    const told = await find(subject);
    const href = subject.el.getAttribute("href");
    if (!told) {
      if (href) location.assign(href);
      return;
    }
    const ways = element("p", "says-ways");
    const way = (to, words) => {
      const link = element("a", "", words);
      link.setAttribute("href", to);
      ways.append(link);
    };
    const here = subject.el.classList.contains("pilcrow");
    if (told.home && !here) way(told.home, subject.kind === "words" ? "The rule" : "Go to the rule");
    if (subject.kind === "words") way(href, "Glossary");
    if (here) {
      way(href, "Link to this rule");
      const share = element("button", "says-close", "Hand on");
      share.type = "button";
      share.addEventListener("click", () => {
        sheet.close();
        window.drillbookShare.openBeside(subject.el, subject.short, subject.key);
      });
      ways.append(share);
    }
    ways.append(close);
    sheet.setAttribute("aria-label", told.name || "The rule");
    sheet.replaceChildren(
      ...(told.name ? [element("p", "says-name", told.name)] : []),
      element("p", "says-text", told.text),
      ...(told.mine ? [told.mine] : []),
      ...(told.section ? [element("p", "says-where", told.section)] : []),
      ways,
    );
    if (!sheet.open) sheet.showModal();
  }

  const noHover = matchMedia("(hover: none)");
  document.addEventListener(
    "click",
    (event) => {
      const touched = event.pointerType === "touch" || (!event.pointerType && noHover.matches);
      if (!touched || sheet.contains(event.target) || event.metaKey || event.ctrlKey) return;
      const subject = subjectOf(event.target);
      if (!subject) return;
      event.preventDefault();
      event.stopPropagation();
      openSheet(subject);
    },
    { capture: true },
  );

  return { definitions, hide };
})();
