/* Addresses: a link to an example opens in its plate without a new page; the address bar follows the plate last
   touched; a page opened by a link shows its plate. */
(function () {
  "use strict";
  const QUESTION = /^\/[a-z0-9]+\/[a-z0-9-]+$/;
  const LONGEST = 4000;
  const page = document.getElementById("page");
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  let shown = location.pathname + location.search;

  function clean(href) {
    let url;
    try { url = new URL(href, location.origin); } catch (e) { return null; }
    if (url.origin !== location.origin || !QUESTION.test(url.pathname)) return null;
    const query = new URLSearchParams(url.search).toString().replace(/%2C/gi, ",").replace(/%3B/gi, ";");
    const made = url.pathname + (query ? "?" + query : "");
    return made.length > LONGEST ? null : made;
  }
  function homeOf(path) {
    const question = path.split("?")[0].slice(1);
    return [...document.querySelectorAll(".plate-place")].find((home) => home.dataset.question === question);
  }
  function view(home, smooth) {
    const words = home.previousElementSibling;
    const target = words && words.classList.contains("complaint") ? words : home;
    window.drillbookDepth.reveal(target);
    target.scrollIntoView({ block: "start", behavior: smooth && !calm.matches ? "smooth" : "auto" });
  }
  const waiting = [];
  function open(path, home) {
    home.dataset.touched = "";
    if (!("live" in home.dataset)) { waiting.push([path, home]); return; }
    window.dispatchEvent(new CustomEvent("drillbook:open", { detail: { address: path.slice(1), within: home } }));
  }
  document.addEventListener("drillbook:plate-live", (event) => {
    for (const item of waiting.splice(0)) {
      if (item[1] === event.target) requestAnimationFrame(() => open(item[0], item[1]));
      else waiting.push(item);
    }
  });

  /* One click on an example. */
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target.closest && event.target.closest('a[href^="/"]');
    if (!link || link.target || link.hasAttribute("download") || link.classList.contains("drillbook-permalink")) return;
    const url = new URL(link.getAttribute("href"), location.origin);
    if (url.hash && url.pathname === "/" + page.dataset.chapter && document.getElementById(decodeURIComponent(url.hash.slice(1)))) {
      event.preventDefault(); /* a rule's sentence on this page, whose address may be a permalink's */
      location.hash = url.hash;
      return;
    }
    const path = clean(link.getAttribute("href"));
    const home = path && homeOf(path);
    if (!home || document.body.dataset.live === "gone" || "failed" in home.dataset) return;
    event.preventDefault();
    if (path !== shown) { history.pushState({ drillbook: path }, "", path); shown = path; }
    open(path, home);
    view(home, true);
  });
  window.addEventListener("popstate", () => {
    const path = location.pathname + location.search;
    if (path === shown) return; /* only the place on the page has changed */
    shown = path;
    const made = clean(path);
    const home = made && homeOf(made);
    if (home) { open(made, home); view(home, false); }
  });

  /* The address bar follows the plate last touched. */
  for (const kind of ["pointerdown", "keydown", "input"]) {
    document.addEventListener(kind, (event) => {
      const home = event.target.closest && event.target.closest(".plate-place[data-live]");
      if (home) home.dataset.touched = "";
    }, { capture: true, passive: true });
  }
  let next = null;
  let timer = 0;
  function follow() {
    timer = 0;
    if (!next || next === shown) return;
    shown = next;
    try { history.replaceState({ drillbook: next }, "", next); } catch (e) { /* the browser limits how often */ }
  }
  new MutationObserver((changes) => {
    for (const change of changes) {
      const link = change.target;
      if (!link.matches || !link.matches("a.drillbook-permalink")) continue;
      const home = link.closest(".plate-place");
      const made = home && "touched" in home.dataset && clean(link.getAttribute("href") || "");
      if (made) next = made;
    }
    if (next && next !== shown && !timer) timer = setTimeout(follow, 250);
  }).observe(page, { subtree: true, attributes: true, attributeFilter: ["href"] });

  /* A page opened by a link begins at its plate, and is brought back to it once the plate is live, unless the
     reader has gone elsewhere meanwhile. */
  let moved = false;
  const opened = document.querySelector(".plate-place[data-opened]") || (page.dataset.address && homeOf("/" + page.dataset.address));
  for (const kind of ["wheel", "touchmove", "keydown", "pointerdown"]) {
    window.addEventListener(kind, () => { moved = true; }, { once: true, passive: true, capture: true });
  }
  let woken = null;
  try {
    woken = JSON.parse(sessionStorage.getItem("drillbook-wake") || "null");
    sessionStorage.removeItem("drillbook-wake");
  } catch (e) { woken = null; }
  if (woken && woken.path !== location.pathname) woken = null;
  function settle() {
    if (moved) return;
    if (woken) window.scrollTo(0, woken.scroll);
    else if (opened && !location.hash) view(opened, false);
    else if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
  }
  if (opened) opened.dataset.touched = "";
  for (const href of (woken && woken.kept) || []) {
    const made = clean(href);
    const home = made && homeOf(made);
    if (home) open(made, home);
  }
  settle();
  document.addEventListener("drillbook:plate-live", settle);
})();
