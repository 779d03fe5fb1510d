/* Printing: gives pictures their size, so that they fit the paper, and waits for calculators before a chapter is
   printed. */
window.drillbookPrint = (() => {
  "use strict";
  const LONGEST = 15000; /* ms that printing waits for plates that are still being started */
  const LOOK = 120; /* ms between two looks */
  const REST = 500; /* ms in which no picture changes */

  /* Paper cannot be tapped: what people ask stands there with its answers. */
  let opened = [];
  window.addEventListener("beforeprint", () => {
    opened = [...document.querySelectorAll(".short-asked details:not([open])")];
    for (const one of opened) one.open = true;
  });
  window.addEventListener("afterprint", () => {
    for (const one of opened) one.open = false;
  });

  const figures = () => document.querySelectorAll(".drillbook-room > .bqplot");
  window.addEventListener("beforeprint", () => {
    for (const figure of figures()) {
      const wide = figure.clientWidth;
      const high = figure.clientHeight;
      if (!wide || !high) continue;
      figure.style.setProperty("--drawn", `${wide} / ${high}`);
      for (const drawing of figure.querySelectorAll(":scope > svg"))
        drawing.setAttribute("viewBox", `0 0 ${wide} ${high}`);
    }
  });
  window.addEventListener("afterprint", () => {
    for (const figure of figures())
      for (const drawing of figure.querySelectorAll(":scope > svg")) drawing.removeAttribute("viewBox");
  });

  /* What the pictures look like now: bqplot draws each anew a moment after its room has got its size. */
  const drawings = () => [...figures()].map((figure) => `${figure.innerHTML.length}@${figure.clientWidth}`).join();
  const pause = (milliseconds) => new Promise((go) => setTimeout(go, milliseconds));

  /* When every plate of the page is there, wherever it stands, and has come to rest, or they have been waited for long enough. */
  async function whenReady(button) {
    const plates = window.drillbookPlates;
    const there = (home) => "live" in home.dataset || "failed" in home.dataset || !home.checkVisibility();
    const end = performance.now() + LONGEST;
    button.disabled = true;
    for (const home of plates.places) if (!there(home)) plates.request(home, "");
    while (!plates.places.every(there) && document.body.dataset.live !== "gone" && performance.now() < end)
      await pause(LOOK);
    for (let last = ""; last !== drawings() && performance.now() < end; ) {
      last = drawings();
      await pause(REST);
    }
    button.disabled = false;
  }
  return { whenReady };
})();
