/* The register of rulings: the reader chooses, shares and compares house rules, and filters and sorts the list. */
(() => {
  "use strict";
  const page = document.getElementById("page");
  const short = page.dataset.bookPage;
  const house = window.drillbookHouseRules;
  const entries = [...page.querySelectorAll(".entry")];
  const byName = new Map(entries.map((entry) => [entry.dataset.name, entry]));
  const ours = (entry) => entry.querySelector("li.ours input")?.value;
  const asks = (entry) => entry.querySelector("h3").textContent.trim();
  const words = (entry, letter) =>
    entry
      .querySelector(`input[value="${CSS.escape(letter)}"]`)
      ?.closest("li")
      .querySelector("label span")
      .textContent.trim();
  const show = (selector, on) =>
    page.querySelectorAll(selector).forEach((one) => {
      one.hidden = !on;
    });

  /* What is kept and still means something here. */
  function mine() {
    return Object.fromEntries(
      Object.entries(house.stored(short)).filter(([name, letter]) => {
        const entry = byName.get(name);
        return entry && typeof letter === "string" && words(entry, letter) !== undefined && letter !== ours(entry);
      }),
    );
  }

  /* What is kept and can no longer be chosen, as sentences. */
  function settled() {
    return Object.entries(house.stored(short))
      .map(([name, letter]) => JSON.parse(byName.get(name)?.dataset.overruled || "{}")[letter])
      .filter(Boolean);
  }

  function tell() {
    const own = mine();
    const gone = settled();
    show(".yours-settled", gone.length);
    page
      .querySelector(".yours-settled ul")
      .replaceChildren(...gone.map((said) => Object.assign(document.createElement("li"), { textContent: said })));
    const names = Object.keys(own);
    page.querySelector("#yours-title").textContent = names.length
      ? `Your house rules: ${names.length}`
      : "Your house rules";
    show(".yours-none", !names.length);
    show(".yours-buttons", names.length);
    page.querySelector(".yours-list").replaceChildren(
      ...names.map((name) => {
        const item = document.createElement("li");
        const link = document.createElement("a");
        const letter = document.createElement("b");
        link.href = `#${byName.get(name).id}`;
        link.textContent = asks(byName.get(name));
        letter.textContent = own[name];
        item.append(link, " ", letter, ` ${words(byName.get(name), own[name])}`);
        return item;
      }),
    );
    for (const entry of entries) {
      for (const input of entry.querySelectorAll("input")) {
        const chosen = input.value === (own[entry.dataset.name] || ours(entry));
        input.checked = chosen;
        input.closest("li").classList.toggle("mine", chosen && entry.dataset.name in own);
      }
    }
    compare(own);
    find();
  }

  /* Their house rules and ours, where a link has brought some. */
  function compare(own) {
    const rows = [...page.querySelectorAll(".theirs tbody tr:not(.only-yours)")];
    if (!rows.length) return;
    page.querySelectorAll(".only-yours").forEach((one) => one.remove());
    let apart = 0;
    for (const row of rows) {
      const letter = own[row.dataset.name] || row.dataset.ours;
      row.lastElementChild.textContent = letter;
      row.classList.toggle("apart", letter !== row.dataset.letter);
      if (letter !== row.dataset.letter) apart += 1;
    }
    const named = new Set(rows.map((row) => row.dataset.name));
    for (const name of Object.keys(own).filter((one) => !named.has(one))) {
      const row = document.createElement("tr");
      row.className = "only-yours apart";
      const head = document.createElement("th");
      head.scope = "row";
      const link = document.createElement("a");
      link.href = `#${byName.get(name).id}`;
      link.textContent = asks(byName.get(name));
      head.append(link);
      row.append(
        head,
        ...[ours(byName.get(name)), ours(byName.get(name)), own[name]].map((letter) =>
          Object.assign(document.createElement("td"), { textContent: letter }),
        ),
      );
      rows[0].parentElement.append(row);
      apart += 1;
    }
    show(".yours-column", true);
    show(".theirs .register-buttons", true);
    page.querySelector(".differs").textContent = apart
      ? `You differ in ${apart} reading${apart > 1 ? "s" : ""}.`
      : "Yours are the same.";
  }

  page.addEventListener("change", (event) => {
    const entry = event.target.closest(".entry");
    if (!entry || event.target.type !== "radio") return;
    const own = mine();
    if (event.target.value === ours(entry)) delete own[entry.dataset.name];
    else own[entry.dataset.name] = event.target.value;
    keep(own);
  });
  function keep(own) {
    const kept = house.store(short, own);
    tell();
    if (!kept)
      page.querySelector(".compare-said").textContent =
        "This browser keeps nothing for this site, so house rules cannot be kept here.";
  }
  page.querySelector(".yours-settled button").addEventListener("click", () => keep(mine()));
  page.querySelector(".yours-reset").addEventListener("click", () => keep({}));
  page.querySelector(".brought").addEventListener("click", (event) => {
    if (event.target.matches(".take-theirs"))
      keep(
        Object.fromEntries(
          [...page.querySelectorAll(".theirs tbody tr:not(.only-yours)")].map((row) => [
            row.dataset.name,
            row.dataset.letter,
          ]),
        ),
      );
  });
  page.querySelector(".yours-share").addEventListener("click", (event) => {
    const place = event.target.parentElement;
    if (place.nextElementSibling.matches(".handing")) {
      place.nextElementSibling.remove();
      return;
    }
    const box = window.drillbookShare.box(short, () => house.toQuery(mine()));
    box.classList.add("handing-here");
    place.after(box);
  });

  /* Whatever holds a link with readings: theirs are read from it, whichever page it led to. */
  page.querySelector(".compare").addEventListener("submit", (event) => {
    event.preventDefault();
    const text = /** @type {any} */ (event.target.elements).theirs.value;
    const said = page.querySelector(".compare-said");
    const book = /(?:^|[/\s])([a-z0-9]+)\/[a-z0-9-]+\/?\?/.exec(text);
    const pairs = [...new Map([...text.matchAll(/ruling\.([a-z0-9.-]+)=([A-Za-z])/g)].map((one) => [one[1], one[2]]))];
    if (!pairs.length) {
      said.textContent = "There are no house rules in this: they look like ruling.name=B in a link.";
      return;
    }
    const there = `/${book ? book[1] : short}/rulings?${house.toQuery(Object.fromEntries(pairs))}`;
    location.assign(window.drillbookEdition?.localLink(there) ?? there);
  });

  /* Filter and order. */
  const finder = page.querySelector(".finder");
  const sorted = page.querySelector(".register-sorted");
  const homes = new Map(entries.map((entry) => [entry, entry.closest(".register-part")]));
  const texts = new Map(entries.map((entry) => [entry, entry.textContent.toLowerCase()]));
  let order = "chapter";

  function arrange(wanted) {
    if (wanted === order) return;
    order = wanted;
    const weighed = order === "weight";
    const row = weighed ? [...entries].sort((a, b) => Number(b.dataset.weight) - Number(a.dataset.weight)) : entries;
    for (const entry of row) (weighed ? sorted : homes.get(entry)).append(entry);
    sorted.hidden = !weighed;
  }
  function find() {
    const { words: field, chapter, mine: only, order: by } = /** @type {any} */ (finder.elements);
    arrange(by.value);
    const wanted = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const own = mine();
    let many = 0;
    for (const entry of entries) {
      const fits =
        wanted.every((word) => texts.get(entry).includes(word)) &&
        (!chapter.value || homes.get(entry).dataset.chapter === chapter.value) &&
        (!only.checked || entry.dataset.name in own);
      entry.hidden = !fits;
      if (fits) many += 1;
    }
    for (const part of page.querySelectorAll(".register-part"))
      part.hidden = !part.querySelector(".entry:not([hidden])");
    page.querySelector(".found").textContent =
      many === entries.length ? "" : many ? `${many} of ${entries.length} rulings` : "No ruling fits.";
  }
  finder.addEventListener("input", find);
  finder.addEventListener("submit", (event) => event.preventDefault());

  for (const entry of entries) {
    const button = entry.querySelector(".entry-share");
    button.hidden = false;
    button.addEventListener("click", () => {
      const foot = button.parentElement;
      if (foot.nextElementSibling) {
        foot.nextElementSibling.remove();
        return;
      }
      const box = window.drillbookShare.box(short, () => `of=${encodeURIComponent(entry.id)}`);
      box.classList.add("handing-here");
      foot.after(box);
    });
  }
  page.querySelectorAll(".entry input").forEach((input) => {
    input.disabled = false;
  });
  window.addEventListener("storage", (event) => {
    if (event.key === `drillbook-house-${short}`) tell();
  });
  window.addEventListener("drillbook:page-computed", tell); /* where a link's house rules come later than the page */
  show(".yours, .finder", true);
  tell();
  if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
})();
