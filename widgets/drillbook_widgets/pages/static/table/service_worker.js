/* Service worker that stores the pages for the table and the sheets, with their assets. It leaves all other requests
   alone. */
(() => {
  "use strict";
  const worker = /** @type {ServiceWorkerScope} */ (/** @type {unknown} */ (self));
  const STORE = "drillbook-kept";
  const PAGES = /^\/[a-z0-9]+\/(table|sheet)$/;
  const ASSETS = /^\/assets\/([0-9a-f]+)\//;
  const PATIENCE = 4000; /* milliseconds until a slow network counts as none */
  const GONE =
    "<!doctype html><meta charset=utf-8><meta name=viewport content='width=device-width'><title>No network</title><p style='font:18px/1.5 serif;margin:2em'>There is no network, and this page was not opened before while there was one.";

  worker.addEventListener("install", () => worker.skipWaiting());
  worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));

  const bare = (address) => new URL(address, location.origin).pathname;
  async function keep(address, reply) {
    const store = await caches.open(STORE);
    await store.put(bare(address), reply);
  }
  /* What an older book was made of is no longer wanted once its pages are. */
  async function tidy() {
    const store = await caches.open(STORE);
    const pages = await Promise.all(
      (await store.keys())
        .filter((one) => PAGES.test(bare(one.url)))
        .map(async (one) => (await store.match(one)).text()),
    );
    for (const one of await store.keys()) {
      const seal = ASSETS.exec(bare(one.url));
      if (seal && !pages.some((text) => text.includes(`/assets/${seal[1]}/`))) await store.delete(one);
    }
  }
  worker.addEventListener("message", (event) =>
    event.waitUntil(
      (async () => {
        const answer = event.ports[0];
        try {
          const wanted = event.data.keep.filter((one) => PAGES.test(bare(one)) || ASSETS.test(bare(one)));
          const store = await caches.open(STORE);
          await Promise.all(
            wanted.map(async (one) => {
              if (ASSETS.test(bare(one)) && (await store.match(bare(one)))) return;
              const reply = await fetch(one);
              if (!reply.ok) throw new Error(one);
              await keep(one, reply);
            }),
          );
          await tidy();
          answer.postMessage({ kept: true });
        } catch {
          answer.postMessage({ kept: false });
        }
      })(),
    ),
  );

  async function page(request) {
    const store = await caches.open(STORE);
    const kept = () => store.match(bare(request.url));
    const fresh = fetch(request).then(async (reply) => {
      if (reply.ok) await keep(request.url, reply.clone());
      return reply;
    });
    fresh.catch(() => {});
    const late = new Promise((done) => setTimeout(done, PATIENCE)).then(kept);
    try {
      return (await Promise.race([fresh, late])) || (await fresh);
    } catch {
      return (
        (await kept()) || new Response(GONE, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } })
      );
    }
  }
  worker.addEventListener("fetch", (event) => {
    const { request } = event;
    const path = bare(request.url);
    if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
    if (request.mode === "navigate" && PAGES.test(path)) event.respondWith(page(request));
    else if (ASSETS.test(path))
      event.respondWith(
        caches
          .open(STORE)
          .then((store) => store.match(path))
          .then((kept) => kept || fetch(request)),
      );
  });
})();
