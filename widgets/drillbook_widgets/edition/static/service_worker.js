/* Service worker that stores the edition for use without a network: the machinery at once, each page as it is opened,
   and the rest by the manifest when nothing else is under way. A file with a fingerprint in its path is fetched once.
   A stored page is shown at once and checked in the background; if the host has a newer one, it is stored and the
   reader is told. */
(() => {
  "use strict";
  const worker = /** @type {ServiceWorkerScope} */ (/** @type {unknown} */ (self));
  const ROOT = new URL("./", location.href);
  const STORE = `drillbook-edition ${ROOT.pathname}`; /* a host may have several */
  const FOR_GOOD = /^(?:assets|machinery|bundles)\//;
  const UNASKED = /\.ipynb$|^machinery\/[^/]+\/plain\//; /* what few ask for is kept when somebody does */
  const PATIENCE = 4000; /* milliseconds until a slow network counts as none */
  const AT_ONCE = 6;
  const READING = 1500; /* milliseconds that belong to the page that is being opened; then it is looked for anew */
  const GONE =
    "<!doctype html><meta charset=utf-8><meta name=viewport content='width=device-width'><title>No network</title><p style='font:18px/1.5 serif;margin:2em'>There is no network, and this page has not been kept.<p style='font:18px/1.5 serif;margin:2em'><a href='HOME'>To the book</a>";

  let atHand = null;
  const opened = () => (atHand ||= caches.open(STORE));
  const place = (address) => new URL(address).pathname.slice(ROOT.pathname.length);
  /* The one address under which a page is kept: with its stroke, without what follows the question mark. */
  function keyOf(address) {
    const bare = place(address).replace(/index\.html$/, "");
    return ROOT.href + (bare && !bare.endsWith("/") && !/\.[a-z0-9]+$/.test(bare) ? `${bare}/` : bare);
  }
  worker.addEventListener("install", () => worker.skipWaiting());
  worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));

  async function keep(store, name, sealed) {
    const key = keyOf(ROOT.href + name);
    if (sealed && (await store.match(key))) return;
    const reply = await fetch(key, { cache: sealed ? "default" : "no-cache" });
    if (!reply.ok) throw new Error(name);
    await store.put(key, reply);
  }
  /* All that the manifest names, the machinery first; what an older edition had is dropped once this one is whole. */
  async function keepAll() {
    const store = await opened();
    const kept = await store.match(`${ROOT.href}manifest.json`);
    const coming = await fetch(new URL("manifest.json", ROOT), { cache: "no-cache" }).catch(() => null);
    if (!coming?.ok && kept) return; /* without a network it is as whole as it was */
    const told = await coming.text();
    const files = Object.keys(JSON.parse(told).files);
    const same = kept && (await kept.text()) === told;
    const rank = (name) => (name.startsWith("machinery/") ? 0 : FOR_GOOD.test(name) ? 1 : 2);
    const wanted = files.filter((name) => !UNASKED.test(name)).sort((one, other) => rank(one) - rank(other));
    const row = same ? [] : [...wanted];
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let name; (name = row.shift()); ) await keep(store, name, FOR_GOOD.test(name));
      }),
    );
    const keys = new Set(files.map((name) => keyOf(ROOT.href + name)));
    for (const one of await store.keys()) if (!keys.has(one.url)) await store.delete(one);
    await store.put(
      `${ROOT.href}manifest.json`,
      new Response(told, { headers: { "Content-Type": "application/json" } }),
    );
    if (!kept || same) return;
    const machinery = `${
      ROOT.href +
      files
        .find((name) => name.startsWith("machinery/"))
        .split("/", 2)
        .join("/")
    }/`;
    for (const tab of await worker.clients.matchAll({ type: "window" }))
      tab.postMessage({ machinery }); /* those that show an older one */
  }
  let keeping = null;
  worker.addEventListener("message", (event) =>
    event.waitUntil(
      (async () => {
        keeping ||= keepAll().finally(() => {
          keeping = null;
        });
        try {
          await keeping;
          event.ports[0].postMessage({ kept: true });
        } catch {
          event.ports[0].postMessage({ kept: false });
        }
      })(),
    ),
  );

  async function fresh(request, key, store) {
    const reply = await fetch(request);
    if (reply.ok && !reply.redirected) await store.put(key, reply.clone());
    return reply;
  }
  /* Whether the host has another page by now than the one that was kept; it tells the tab that shows the old one. */
  async function renewed(key, store, tab) {
    const shown =
      await store.match(key); /* another handle on it: it stays readable when another page takes its place */
    await new Promise((done) => setTimeout(done, READING));
    const reply = await fetch(key, { cache: "no-cache" });
    if (!reply.ok || reply.redirected) return;
    const now = reply.clone();
    if ((await now.text()) === (await shown.text())) return;
    await store.put(key, reply);
    (await worker.clients.get(tab))?.postMessage({ renewed: true });
  }
  async function answered(event) {
    const { request } = event;
    const key = keyOf(request.url);
    const asked = new URL(request.url);
    if (request.mode === "navigate" && key === `${ROOT.origin}${asked.pathname}/`)
      return Response.redirect(key + asked.search); /* as a host would: its links count from there */
    const store = await opened();
    const kept = await store.match(key);
    if (kept && FOR_GOOD.test(place(key))) return kept;
    if (kept && request.mode === "navigate") {
      event.waitUntil(
        renewed(key, store, event.resultingClientId).catch(() => {}),
      ); /* without a network the kept one is the book's */
      return kept;
    }
    const coming = fresh(request, key, store);
    coming.catch(() => {});
    try {
      return kept
        ? await Promise.race([coming, new Promise((done) => setTimeout(() => done(kept), PATIENCE))])
        : await coming;
    } catch (problem) {
      if (kept) return kept;
      if (request.mode !== "navigate") throw problem;
      return new Response(GONE.replace("HOME", ROOT.href), {
        status: 503,
        headers: { "Content-Type": "text/html; charset=utf-8" },
      });
    }
  }
  worker.addEventListener("fetch", (event) => {
    const { request } = event;
    if (request.method === "GET" && request.url.startsWith(ROOT.href)) event.respondWith(answered(event));
  });
})();
