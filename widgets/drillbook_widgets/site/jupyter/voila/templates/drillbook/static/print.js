/* A page goes to the printer as it stands: its pictures are told their size, so that they fit the paper, and the button that
   prints a chapter waits until its plates are there. */
(function () {
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

  const button = document.querySelector(".print-button");
  if (!button) return;
  button.hidden = false;
  const pause = (milliseconds) => new Promise((go) => setTimeout(go, milliseconds));
  button.addEventListener("click", async () => {
    const words = button.textContent;
    const end = performance.now() + LONGEST;
    button.disabled = true;
    button.textContent = "Preparing the pages …";
    while (!["yes", "gone"].includes(document.body.dataset.live) && performance.now() < end) await pause(LOOK);
    button.disabled = false;
    button.textContent = words;
    window.print();
  });
})();
