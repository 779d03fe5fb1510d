/* Fills a page whose address asks for something that no file holds: the worker writes it. data-when: names of which
   the address must have one; any query if absent. data-then: the script of the written page. data-into: its place on a
   page that works without it; that page hears `drillbook:page-computed` afterwards. */
(() => {
  "use strict";
  const { src, dataset: own } = document.currentScript;
  const edition = window.drillbookEdition;
  const asked = new URLSearchParams(location.search);
  const page = document.getElementById("page");
  const numbered = own.then && !own.when; /* a quiz */
  const MOST_SEED = 999999; /* as quiz/builder.py has it */
  const make = (name, textContent, role) => {
    const made = Object.assign(document.createElement("p"), { className: name, textContent });
    made.setAttribute("role", role);
    return made;
  };
  const run = () =>
    document.head.append(Object.assign(document.createElement("script"), { src: new URL(own.then, src) }));

  async function write(unknown) {
    const complaint = unknown
      ? [
          make(
            "notice complaint",
            `There is no chapter “${unknown.slice(0, 60)}” here; this is a quiz of all that are.`,
            "alert",
          ),
        ]
      : [];
    if (own.when ? !own.when.split(" ").some((name) => asked.get(name)) : !String(asked)) {
      page.querySelector("h1")?.after(...complaint);
      if (numbered) run();
      return;
    }
    for (const box of page.querySelectorAll('form[role="search"] [name]'))
      if (asked.has(box.name)) box.value = asked.get(box.name);
    const place = own.into ? page.querySelector(own.into) : page;
    const kept = own.into
      ? []
      : [page.querySelector(".crumbs"), ...(numbered ? [page.querySelector("h1")] : []), ...complaint];
    const note = make("lead", "This is being worked out …", "status");
    place.replaceChildren(...kept, note);
    for (const [name, value] of [...asked])
      if (value.startsWith(edition.home)) asked.set(name, value.slice(edition.home.length));
    try {
      const reply = await fetch(edition.sitePath(location.pathname) + (own.into ? location.search : `?${asked}`));
      const text = await reply.text();
      if (!text.startsWith("<") && !reply.ok) throw new Error(String(reply.status));
      const made = new DOMParser().parseFromString(text, "text/html");
      if (made.title) document.title = made.title;
      place.replaceChildren(...kept, ...made.body.childNodes);
      for (const form of place.querySelectorAll('form[action^="/"]'))
        form.action = edition.localLink(form.getAttribute("action"));
      if (!own.then) dispatchEvent(new Event("drillbook:page-computed"));
      else if (reply.ok) run();
    } catch {
      note.textContent = "This browser could not work it out; the rest of the book can be read.";
    }
  }

  const chapter = /\/quiz\/$/.test(location.pathname) ? asked.get("chapter") : null;
  asked.delete("chapter");
  if (numbered && String(asked) && !/^\d+$/.test(asked.get("seed") ?? "")) {
    /* any, which has a number from now on */
    asked.set("seed", String(1 + Math.floor(Math.random() * MOST_SEED)));
    history.replaceState(history.state, "", `?${asked}`);
  }
  if (!chapter) write();
  else if (!/^[a-z0-9-]+$/.test(chapter)) write(chapter); /* what comes with a link must not lead elsewhere */
  else
    fetch(`${chapter}/`)
      .then(
        ({ ok }) => ok,
        () => false,
      )
      .then((there) => (there ? location.replace(`${chapter}/?${asked}`) : write(chapter)));
})();
