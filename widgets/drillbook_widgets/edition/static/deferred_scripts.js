/* Runs the page's scripts in their order after the first paint; before that they would delay the text. edition.css
   hides later sections until then. A hidden page is never painted, so its scripts start at once. `drillbook:scripts-
   run` follows the last one; the page's own load event may be long past, and the reader may have scrolled. */
(() => {
  const PATIENCE = 400; /* milliseconds after the first frame, should the browser not tell that it is painted */
  const page = document.documentElement;
  let begun = false;
  /* The worker is what a plate waits for longest: it is begun before the scripts that will speak to it have come. */
  function wake() {
    const own = document.querySelector("script[data-machinery]");
    if (!own || !window.SharedWorker || !document.querySelector(".plate-place, [data-table]")) return;
    try {
      const worker = new SharedWorker(new URL("worker.mjs", new URL(own.dataset.machinery, location.href)), {
        type: "module",
        extendedLifetime: true,
      });
      worker.port.start();
      worker.port.postMessage({ leave: true });
    } catch {
      /* then edition.js finds another way */
    }
  }
  function begin() {
    if (begun) return;
    begun = true;
    wake();
    page.dataset.painted = "";
    const all = document.querySelectorAll('script[type^="late/"]');
    all.forEach((still, at) => {
      const script = document.createElement("script");
      for (const one of still.attributes) if (one.name !== "type") script.setAttribute(one.name, one.value);
      if (still.type === "late/module") script.type = "module";
      script.async = false;
      if (at === all.length - 1)
        script.onload = script.onerror = () => {
          document.dispatchEvent(new Event("drillbook:scripts-run"));
        };
      still.replaceWith(script);
    });
  }
  ["wheel", "touchmove", "keydown", "pointerdown"].forEach((by) => {
    addEventListener(
      by,
      () => {
        page.dataset.moved = "";
      },
      { passive: true, once: true },
    );
  });
  if (location.search) page.dataset.asked = "";
  if (location.hash) page.dataset.painted = ""; /* what it points at may be below */
  if (document.hidden) {
    begin();
    return;
  }
  document.addEventListener("visibilitychange", begin);
  try {
    new PerformanceObserver((seen) => {
      if (seen.getEntriesByName("first-contentful-paint").length) begin();
    }).observe({ type: "paint", buffered: true });
  } catch {
    /* then by the clock */
  }
  requestAnimationFrame(() => {
    setTimeout(begin, PATIENCE);
  });
})();
