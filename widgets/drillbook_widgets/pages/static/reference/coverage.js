/* Fetches figures that the site is still counting, and replaces only them. */
(() => {
  "use strict";
  const SOON = 3000; /* ms between two looks */
  const TABLE = "#covered ~ .table-box";

  async function look() {
    let told = "";
    try {
      told = await (await fetch(location.href, { cache: "no-store" })).text();
    } catch {
      /* the site is away: it is asked again */
    }
    const made = new DOMParser().parseFromString(told, "text/html").querySelector("#page");
    if (!made?.querySelector(TABLE)) {
      setTimeout(look, SOON);
      return;
    }
    const page = document.querySelector("#page");
    const before = window.scrollY;
    page.replaceChildren(...made.childNodes);
    window.scrollTo({ top: before, behavior: "instant" });
  }
  setTimeout(look, SOON);
})();
