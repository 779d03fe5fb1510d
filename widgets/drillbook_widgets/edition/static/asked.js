/* A page whose address asks for what no file holds: the worker writes it, and it takes the place of what stands there.
   data-when: the names of which the address must have one, any where it is not given; data-then: the script of what is written. */
(function () {
  "use strict";
  const { src, dataset: own } = document.currentScript;
  const edition = window.drillbookEdition;
  const asked = new URLSearchParams(location.search);
  const chapter = asked.get("chapter");
  if (chapter && /\/quiz\/$/.test(location.pathname)) { asked.delete("chapter"); location.replace(`${chapter}/?${asked}`); return; }
  if (!own.when && String(asked) && !/^\d+$/.test(asked.get("seed") ?? "")) { /* any quiz, which has a number from now on */
    asked.set("seed", String(1 + Math.floor(Math.random() * 1e6)));
    history.replaceState(history.state, "", `?${asked}`);
  }
  const run = () => document.head.append(Object.assign(document.createElement("script"), { src: new URL(own.then, src) }));
  if (own.when ? !own.when.split(" ").some((name) => asked.get(name)) : !String(asked)) { if (!own.when) run(); return; }
  const page = document.getElementById("page");
  const kept = [page.querySelector(".crumbs"), ...(own.when ? [] : [page.querySelector("h1")])];
  const note = Object.assign(document.createElement("p"), { className: "lead", textContent: "This is being worked out …" });
  note.setAttribute("role", "status");
  page.replaceChildren(...kept, note);
  for (const [name, value] of [...asked]) if (value.startsWith(edition.home)) asked.set(name, value.slice(edition.home.length));
  fetch(`${edition.bare(location.pathname)}?${asked}`).then(async (reply) => {
    const made = new DOMParser().parseFromString(await reply.text(), "text/html");
    if (!reply.ok) throw new Error(String(reply.status));
    page.replaceChildren(...kept, ...made.body.childNodes);
    for (const form of page.querySelectorAll('form[action^="/"]')) form.action = edition.way(form.getAttribute("action"));
    run();
  }).catch(() => { note.textContent = "This browser could not work it out; the rest of the book can be read."; });
})();
