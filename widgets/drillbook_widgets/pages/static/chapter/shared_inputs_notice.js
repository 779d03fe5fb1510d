/* Marks static answers that go by the book's own shared inputs where the reader has stored others. */
(() => {
  "use strict";
  for (const home of document.querySelectorAll(".plate-place:not([data-opened])")) {
    const line = home.querySelector(".still-kept");
    if (!line) continue;
    let own = {};
    try {
      own = JSON.parse(localStorage.getItem(`drillbook-kept-${home.dataset.question.split("/")[0]}`)) || {};
    } catch {
      /* nothing is settled */
    }
    const usual = new URLSearchParams(home.dataset.usual.split("?")[1]);
    const differs = Object.entries(own).some(([name, text]) => usual.has(name) && usual.get(name) !== text);
    if (differs) line.append(" in the book; yours as soon as the plate is live");
  }
})();
