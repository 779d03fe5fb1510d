/* A page whose address asks for what no file holds: the worker writes it, and it takes the place of what stands there.
   data-when: the names of which the address must have one, any where it is not given; data-then: the script of what is written;
   data-into: its place on a page that goes on without it, which hears `drillbook:asked` once it is there. */
(function () {
  "use strict";
  const { src, dataset: own } = document.currentScript;
  const edition = window.drillbookEdition;
  const asked = new URLSearchParams(location.search);
  const numbered = own.then && !own.when; /* a quiz */
  const chapter = asked.get("chapter");
  if (chapter && /\/quiz\/$/.test(location.pathname)) { asked.delete("chapter"); location.replace(`${chapter}/?${asked}`); return; }
  if (numbered && String(asked) && !/^\d+$/.test(asked.get("seed") ?? "")) { /* any, which has a number from now on */
    asked.set("seed", String(1 + Math.floor(Math.random() * 1e6)));
    history.replaceState(history.state, "", `?${asked}`);
  }
  if (numbered && asked.get("seed")) document.title = document.title.replace(/\d+/, asked.get("seed"));
  const run = () => document.head.append(Object.assign(document.createElement("script"), { src: new URL(own.then, src) }));
  if (own.when ? !own.when.split(" ").some((name) => asked.get(name)) : !String(asked)) { if (numbered) run(); return; }
  const page = document.getElementById("page");
  const place = own.into ? page.querySelector(own.into) : page;
  const kept = own.into ? [] : [page.querySelector(".crumbs"), ...(numbered ? [page.querySelector("h1")] : [])];
  const note = Object.assign(document.createElement("p"), { className: "lead", textContent: "This is being worked out …" });
  note.setAttribute("role", "status");
  place.replaceChildren(...kept, note);
  for (const [name, value] of [...asked]) if (value.startsWith(edition.home)) asked.set(name, value.slice(edition.home.length));
  fetch(edition.bare(location.pathname) + (own.into ? location.search : `?${asked}`)).then(async (reply) => {
    const made = new DOMParser().parseFromString(await reply.text(), "text/html");
    if (!reply.ok) throw new Error(String(reply.status));
    place.replaceChildren(...kept, ...made.body.childNodes);
    for (const form of place.querySelectorAll('form[action^="/"]')) form.action = edition.way(form.getAttribute("action"));
    if (own.then) run();
    else dispatchEvent(new Event("drillbook:asked"));
  }).catch(() => { note.textContent = "This browser could not work it out; the rest of the book can be read."; });
})();
