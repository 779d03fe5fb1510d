/* Addresses: a link to an example opens in its calculator without a new page; the address bar follows the calculator
   that was touched last; a page that a link opens shows its calculator; the back button restores every calculator. */
(() => {
  "use strict";
  const QUESTION = /^\/[a-z0-9]+\/[a-z0-9-]+$/;
  const LONGEST = 4000;
  const page = document.getElementById("page");
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const plates = window.drillbookPlates;
  let shown = location.pathname + location.search;
  let kept = history.state?.plates || {}; /* the address of each plate that was touched, by its cell */
  let own = history.state?.own || {}; /* what to come back to of those that no link has filled in, by cell */
  const restored = new Set(); /* the cells of plates that are just given back what they had: the address bar stays */

  function clean(href) {
    let url;
    try {
      url = new URL(href, location.origin);
    } catch {
      return null;
    }
    if (url.origin !== location.origin || !QUESTION.test(url.pathname)) return null;
    const query = new URLSearchParams(url.search).toString().replace(/%2C/gi, ",").replace(/%3B/gi, ";");
    const made = url.pathname + (query ? `?${query}` : "");
    return made.length > LONGEST ? null : made;
  }
  function placeOf(path) {
    const question = path.split("?")[0].slice(1);
    return [...document.querySelectorAll(".plate-place")].find((home) => home.dataset.question === question);
  }
  function view(home, smooth) {
    const words = home.previousElementSibling;
    const target = words?.classList.contains("complaint") ? words : home;
    window.drillbookDepth.reveal(target);
    target.scrollIntoView({ block: "start", behavior: smooth && !calm.matches ? "smooth" : "auto" });
  }
  const waiting = [];
  function open(path, home, left) {
    const told = { address: left || path.slice(1), within: home, own: Boolean(left) };
    home.dataset.touched = "";
    if (!("live" in home.dataset)) {
      if (!plates.request(home, told.address, told.own)) waiting.push([path, home, left]);
      return;
    }
    window.dispatchEvent(new CustomEvent("drillbook:open", { detail: told }));
  }
  document.addEventListener("drillbook:plate-live", (event) => {
    for (const item of waiting.splice(0)) {
      if (item[1] === event.target) requestAnimationFrame(() => open(...item));
      else waiting.push(item);
    }
  });

  /* One click on an example. */
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    const link = event.target.closest?.('a[href^="/"]');
    if (!link || link.target || link.hasAttribute("download") || link.classList.contains("drillbook-permalink")) return;
    const url = new URL(link.getAttribute("href"), location.origin);
    if (
      url.hash &&
      url.pathname === `/${page.dataset.chapter}` &&
      document.getElementById(decodeURIComponent(url.hash.slice(1)))
    ) {
      event.preventDefault(); /* a rule's sentence on this page, whose address may be a permalink's */
      location.hash = url.hash;
      return;
    }
    const path = clean(link.getAttribute("href"));
    const home = path && placeOf(path);
    if (!home || document.body.dataset.live === "gone" || "failed" in home.dataset) return;
    event.preventDefault();
    if (path !== shown) {
      follow();
      kept = { ...kept, [home.dataset.cell]: path };
      own = { ...own, [home.dataset.cell]: "" };
      history.pushState(state(path), "", path);
      shown = path;
    }
    open(path, home);
    view(home, true);
  });
  const state = (path) => ({ drillbook: path, plates: kept, own });
  window.addEventListener("popstate", (event) => {
    const path = location.pathname + location.search;
    if (path === shown) return; /* only the place on the page has changed */
    shown = path;
    next = null;
    const then = event.state?.plates || {};
    const left = event.state?.own || {};
    for (const home of plates.places) {
      const cell = home.dataset.cell;
      const made = clean(then[cell] || (cell in kept ? `/${home.dataset.usual}` : ""));
      if (!made || made === kept[cell]) continue;
      restored.add(cell);
      open(made, home, then[cell] ? left[cell] : home.dataset.usual);
    }
    kept = then;
    own = left;
    const made = clean(path);
    const home = made && (plates.places.find((one) => then[one.dataset.cell] === made) || placeOf(made));
    if (home) view(home, false);
  });

  /* The address bar follows the plate last touched. */
  for (const kind of ["pointerdown", "keydown", "input"]) {
    document.addEventListener(
      kind,
      (event) => {
        const home = event.target.closest?.(".plate-place[data-live]");
        if (!home) return;
        home.dataset.touched = "";
        restored.delete(home.dataset.cell);
      },
      { capture: true, passive: true },
    );
  }
  let next = null;
  let timer = 0;
  function follow() {
    clearTimeout(timer);
    timer = 0;
    if (!next || next === shown) return;
    shown = next;
    try {
      history.replaceState(state(next), "", next);
    } catch {
      /* the browser limits how often */
    }
  }
  new MutationObserver((changes) => {
    for (const change of changes) {
      const link = change.target;
      if (!link.matches?.("a.drillbook-permalink")) continue;
      const home = link.closest(".plate-place");
      const made = home && clean(link.getAttribute("href") || "");
      if (!made || !("touched" in home.dataset) || made === kept[home.dataset.cell]) continue;
      kept = { ...kept, [home.dataset.cell]: made };
      own = { ...own, [home.dataset.cell]: link.dataset.own };
      if (!restored.delete(home.dataset.cell)) next = made;
    }
    if (next && next !== shown && !timer) timer = setTimeout(follow, 250);
  }).observe(page, { subtree: true, attributes: true, attributeFilter: ["href"] });

  /* A page opened by a link begins at its plate, and is brought back to it once the plate is live, unless the
     reader has gone elsewhere meanwhile. */
  let moved = false;
  const opened =
    document.querySelector(".plate-place[data-opened]") ||
    (page.dataset.address && placeOf(`/${page.dataset.address}`));
  for (const kind of ["wheel", "touchmove", "keydown", "pointerdown"]) {
    window.addEventListener(
      kind,
      () => {
        moved = true;
      },
      { once: true, passive: true, capture: true },
    );
  }
  window.addEventListener("pagehide", follow);
  const came = /** @type {PerformanceNavigationTiming} */ (performance.getEntriesByType("navigation")[0]);
  const back = Boolean(came && came.type !== "navigate" && history.state?.plates); /* the browser knows the place */
  let woken = null;
  try {
    woken = JSON.parse(sessionStorage.getItem("drillbook-wake") || "null");
    sessionStorage.removeItem("drillbook-wake");
  } catch {
    woken = null;
  }
  if (woken && woken.path !== location.pathname) woken = null;
  const goal =
    woken || back ? null : location.hash ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : opened;
  let begun = false;
  function outOfView() {
    const box = goal.getBoundingClientRect();
    return box.bottom < 0 || box.top > window.innerHeight;
  }
  function settle() {
    moved ||= begun && goal && outOfView(); /* by the browser's bar or its search, of which no event tells */
    begun = true;
    if (moved) return;
    if (woken) window.scrollTo(0, woken.scroll);
    else if (goal === opened) goal && view(goal, false);
    else goal?.scrollIntoView();
  }
  if (opened) open(`/${page.dataset.address}`, opened);
  for (const home of plates.places) {
    const made = clean(kept[home.dataset.cell] || "");
    if (!made) continue;
    restored.add(home.dataset.cell);
    open(made, home, own[home.dataset.cell]);
  }
  settle();
  document.addEventListener("drillbook:plate-live", settle);
})();
