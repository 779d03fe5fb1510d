/* House rules: the readings that the reader has chosen, stored in this browser only. The header counts them; a
   chapter's text says where they change an answer; the calculators have a script of their own. */
window.drillbookHouseRules = (() => {
  "use strict";
  const here = document.documentElement.dataset.book;
  const storageKey = (short) => `drillbook-house-${short}`;
  const house = /** @type {Window["drillbookHouseRules"]} */ ({});

  house.stored = (short) => {
    try {
      const found = JSON.parse(localStorage.getItem(storageKey(short)) || "{}");
      return found && typeof found === "object" ? found : {};
    } catch {
      return {};
    }
  };
  /* Keep these; false where the browser keeps nothing. */
  house.store = (short, readings) => {
    let kept = true;
    try {
      if (Object.keys(readings).length) localStorage.setItem(storageKey(short), JSON.stringify(readings));
      else localStorage.removeItem(storageKey(short));
    } catch {
      kept = false;
    }
    update();
    return kept;
  };
  /* A quiz's house rules as its address spells them: a ruleset's, or those of all. */
  house.quizQuery = (short) => {
    if (short) return house.toQuery(house.stored(short));
    const all = [];
    try {
      for (const key of Object.keys(localStorage))
        if (key.startsWith(storageKey(""))) all.push(key.slice(storageKey("").length));
    } catch {
      /* then there are none */
    }
    return new URLSearchParams(
      all
        .sort()
        .map((one) => [`house.${one}`, house.toQuery(house.stored(one))])
        .filter(([, told]) => told),
    ).toString();
  };
  /* A new quiz goes by the reader's house rules, and its address says so. */
  document.addEventListener(
    "click",
    (event) => {
      const link = event.target.closest?.('a[href*="/quiz"]');
      const found =
        link && /^\/(?:([a-z0-9]+)\/)?quiz$/.exec(window.drillbookEdition?.sitePath(link.pathname) ?? link.pathname);
      if (
        !found ||
        link.origin !== location.origin ||
        link.closest(".quiz-house") ||
        /[?&](seed|ruling|house)[=.]/.test(link.search)
      )
        return;
      const own = house.quizQuery(found[1] || "");
      if (own) link.search = link.search ? `${link.search}&${own}` : `?${own}`;
    },
    true,
  );
  house.toQuery = (readings) =>
    Object.entries(readings)
      .map(([name, letter]) => `ruling.${encodeURIComponent(name)}=${encodeURIComponent(letter)}`)
      .join("&");

  function drawChip() {
    const many = Object.keys(house.stored(here)).length;
    let mark = document.querySelector(".house-chip");
    if (!many) {
      mark?.remove();
      return;
    }
    if (!mark) {
      mark = document.createElement("a");
      mark.className = "tool house-chip";
      mark.href = `/${here}/rulings#yours`;
      mark.innerHTML =
        '<svg viewBox="0 0 16 16" width="15" height="15" aria-hidden="true"><path d="M2 8l6-5.5L14 8M4 7v6.5h8V7" fill="none" stroke="currentColor" stroke-width="1.4"/></svg>';
      mark.append(document.createElement("span"), document.createElement("b"));
      document.querySelector(".theme-button").before(mark);
    }
    mark.querySelector("span").textContent = "House rules:";
    mark.querySelector("b").textContent = String(many);
    mark.setAttribute("aria-label", `Your house rules: ${many}`);
    mark.title = "Your house rules: what of this ruleset you read otherwise than the book";
  }

  function element(tag, name, words) {
    const el = document.createElement(tag);
    el.className = name;
    el.textContent = words;
    return el;
  }

  /* A sheet says them all: on paper there is nowhere else to look. */
  function rulesCard(rulings) {
    const home = document.createElement("section");
    home.className = "words sheet-card house-mine house-card";
    const list = document.createElement("ul");
    for (const [, [letter, words, asks]] of Object.entries(rulings)) {
      const item = document.createElement("li");
      item.append(element("strong", "", asks || ""), ` ${letter}: ${words}`);
      list.append(item);
    }
    const way = Object.assign(document.createElement("a"), {
      href: `/${here}/rulings#yours`,
      textContent: "Your house rules",
    });
    const head = element("h3", "", "");
    head.append(way);
    home.append(head, list);
    return home;
  }

  /* A sentence that goes by the book's own reading says where a house rule differs about what it hangs on: its element names the
     rulings, apart by spaces. */
  house.differing = (short, names) => {
    const own = house.stored(short);
    return String(names || "")
      .split(" ")
      .filter((name) => name && name in own);
  };
  house.note = (short, names) => {
    const apart = house.differing(short, names);
    if (!apart.length) return null;
    const mark = element("span", "house-mine", " By the book’s own reading; your house rule differs about ");
    apart.forEach((name, at) => {
      const link = Object.assign(document.createElement("a"), {
        href: `/${short}/rulings#${short}.ruling.${name}`,
        textContent: name.replaceAll("-", " "),
      });
      mark.append(...(at ? [at === apart.length - 1 ? " and " : ", "] : []), link);
    });
    mark.append(".");
    return mark;
  };
  function noteDifferences() {
    for (const home of document.querySelectorAll("#page [data-rulings]")) {
      home.querySelectorAll(":scope > .house-mine").forEach((one) => one.remove());
      const mark = house.note(here, home.dataset.rulings);
      if (mark) home.append(mark);
    }
  }

  /* At the head of a page: what is settled by now, and that a course is told by the book's own readings. */
  function noteAtHead(page, told) {
    const said = [...(told.settled || [])];
    const many = Object.keys(told.answers).length;
    if (page.dataset.chapter?.endsWith("/course") && many)
      said.unshift(
        `This battle is told by the book’s own readings. By your house rules, ${many === 1 ? "one of its answers is another" : `${many} of its answers are others`}; each says so.`,
      );
    if (!said.length) return;
    const note = element("p", "notice house-mine", `${said.join(" ")} `);
    note.append(
      Object.assign(document.createElement("a"), { href: `/${here}/rulings#yours`, textContent: "Your house rules" }),
    );
    (page.querySelector("h1") || page.firstElementChild)?.after(note);
  }

  /* In short: what we take of a ruling, and what is asked at the table, with the reader's own beside. */
  function noteInShort(page, told) {
    for (const [id, [letter, words]] of Object.entries(told.rulings)) {
      page
        .querySelectorAll(`.short-rules a[href$="#${CSS.escape(id)}"]`)
        .forEach((link) =>
          link.closest("li")?.append(element("span", "house-mine", ` Your house rule: ${letter}: ${words}`)),
        );
    }
    const asked = [...page.querySelectorAll(".short-asked li")];
    for (const [question, said, id] of told.asked || []) {
      const line = asked.find((one) => one.querySelector("em")?.textContent.trim() === question);
      if (!line) continue;
      const mark = element("span", "house-mine", ` ${said} `);
      mark.append(
        Object.assign(document.createElement("a"), { href: `/${here}/rulings#${id}`, textContent: "(the ruling)" }),
      );
      line.append(mark);
    }
  }

  /* The page of hits has its answers by the book's own readings: those that are others are told beside. */
  function noteHits(page) {
    if (!page?.matches(".found-page")) return false;
    page.querySelectorAll(".house-mine").forEach((one) => one.remove());
    for (const home of page.querySelectorAll("[data-rulings]")) {
      const apart = house.differing(home.closest("[data-book]").dataset.book, home.dataset.rulings);
      if (apart.length)
        home.after(element("span", "found-snippet house-mine", "By the book’s own reading; your house rule differs."));
    }
    for (const answer of page.querySelectorAll(".found-answer")) {
      const link = answer.closest("a.found");
      const own = house.toQuery(house.stored(link.closest("[data-book]").dataset.book));
      if (!own) continue;
      const usual = (link.dataset.usual ||= address(link));
      fetch(`/answer.json?${new URLSearchParams({ address: usual, house: own })}`)
        .then((reply) => reply.json())
        .then((told) => {
          if (!(told.yours || []).length) return;
          answer.after(element("span", "found-answer house-mine", ` yours: ${told.answer}`));
          link.href = `/${told.link}`;
        })
        .catch(() => {});
    }
    return true;
  }

  /* What a link of the text asks; in an edition without a server it is told from there, where the link leads there by now. */
  function address(link) {
    const href = link.getAttribute("href");
    const there = window.drillbookEdition && !href.startsWith("/");
    return (there ? window.drillbookEdition.sitePath(link.pathname) + href.slice(href.indexOf("?")) : href).slice(1);
  }

  /* What the text would say by them: asked of the site once there are any. */
  let asked = 0;
  async function noteAll() {
    const page = document.getElementById("page");
    const chapter = page && (page.dataset.chapter || page.dataset.sheet);
    if (noteHits(page)) return;
    if (!chapter) return;
    const own = house.stored(here);
    const turn = ++asked;
    let told = { rulings: {}, answers: {}, asked: [], settled: [] };
    if (Object.keys(own).length) {
      try {
        told = await (await fetch(`/${chapter}/house.json?${house.toQuery(own)}`)).json();
      } catch {
        return;
      }
    }
    if (turn !== asked) return;
    page.querySelectorAll(".house-mine").forEach((one) => one.remove());
    noteInShort(page, told);
    noteAtHead(page, told);
    for (const [id, [letter, words]] of Object.entries(told.rulings)) {
      const note = document.getElementById(id)?.closest("details.ruling");
      if (note)
        note
          .querySelector("summary")
          .append(
            element("span", "house-mine", ` Your house rule: ${letter}`),
            element("span", "house-mine unseen", ` ${words}`),
          );
    }
    const sheet = page.querySelector(".sheet");
    if (sheet && Object.keys(told.rulings).length)
      sheet.insertBefore(rulesCard(told.rulings), sheet.querySelector(".sheet-card"));
    for (const place of page.querySelectorAll(".plate-place")) {
      const theirs = told.answers[place.dataset.usual];
      const headline = !("opened" in place.dataset) && place.querySelector(".still-headline");
      if (theirs && headline) headline.after(element("p", "still-house house-mine", `By your house rules: ${theirs}`));
    }
    for (const link of page.querySelectorAll("article a[href*='?']")) {
      const theirs = told.answers[address(link)];
      if (theirs && !link.closest("details.ruling, .plate-place"))
        link.after(element("span", "house-mine", ` (yours: ${theirs})`));
    }
  }

  function update() {
    if (!here) {
      noteAll();
      return;
    }
    drawChip();
    noteAll();
    noteDifferences();
    window.dispatchEvent(new CustomEvent("drillbook:house"));
  }
  window.addEventListener("drillbook:page-computed", () =>
    noteHits(document.getElementById("page")),
  ); /* hits that a worker has written */
  window.addEventListener("storage", (event) => {
    if (here && event.key === storageKey(here)) update();
  });
  if (here) {
    drawChip();
    noteDifferences();
    if (Object.keys(house.stored(here)).length) noteAll();
  } else noteHits(document.getElementById("page"));
  return house;
})();
