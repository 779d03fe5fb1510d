/* A page goes to the printer as it stands: its pictures are told their size, so that they fit the paper, and the buttons
   that print a chapter wait until its plates are there. */
window.drillbookPaper = (function () {
  "use strict";
  const LONGEST = 15000; /* ms that printing waits for plates that are still being started */
  const LOOK = 120; /* ms between two looks */

  const figures = () => document.querySelectorAll(".drillbook-room > .bqplot");
  window.addEventListener("beforeprint", () => {
    for (const figure of figures()) {
      const wide = figure.clientWidth;
      const high = figure.clientHeight;
      if (!wide || !high) continue;
      figure.style.setProperty("--drawn", `${wide} / ${high}`);
      for (const drawing of figure.querySelectorAll(":scope > svg")) drawing.setAttribute("viewBox", `0 0 ${wide} ${high}`);
    }
  });
  window.addEventListener("afterprint", () => {
    for (const figure of figures()) for (const drawing of figure.querySelectorAll(":scope > svg")) drawing.removeAttribute("viewBox");
  });

  /* When the plates are there, or have been waited for long enough. */
  async function ready(button) {
    const pause = () => new Promise((go) => setTimeout(go, LOOK));
    const end = performance.now() + LONGEST;
    button.disabled = true;
    while (!["yes", "gone"].includes(document.body.dataset.live) && performance.now() < end) await pause();
    button.disabled = false;
  }
  return { ready };
})();
