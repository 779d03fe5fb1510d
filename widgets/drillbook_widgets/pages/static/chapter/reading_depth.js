/* The reading depth: in short, the text, or everything. It is chosen once and stored. A link or the browser's search
   opens folded text that it leads to. */
window.drillbookDepth = (() => {
  "use strict";
  const root = document.documentElement;
  const control = document.querySelector(".depths");
  const choices = control ? [...control.querySelectorAll("input")] : []; /* a page that is no chapter has none */
  const short = document.querySelector(".short");
  const parts = short ? [...document.querySelectorAll(".part[data-fold]")] : [];
  const ledgers = [...document.querySelectorAll(".ledger")];
  const notes = [...document.querySelectorAll("details.ruling, details.rulings, .short-asked details")];

  /* Folded text is hidden until it is found, where the browser knows how. */
  function fold(box, away) {
    if (away) box.setAttribute("hidden", "until-found");
    else box.removeAttribute("hidden");
  }

  function apply(depth) {
    root.dataset.depth = depth;
    for (const part of parts) fold(part, depth === "short");
    for (const ledger of ledgers) {
      fold(ledger, depth !== "all");
      ledger.open = depth === "all";
    }
    for (const note of notes) note.open = depth === "all";
    for (const choice of choices) choice.checked = choice.value === depth;
    window.dispatchEvent(new Event("resize")); /* pictures that were folded take their width */
  }

  /* What the reader looks at stays where it is while the text above it folds or unfolds. */
  function keepPosition(change) {
    const line = 80;
    const seen = [...document.querySelectorAll(".part .cell > *, .depths")].find(
      (one) => one.getBoundingClientRect().bottom > line && one.checkVisibility(),
    );
    const before = seen?.getBoundingClientRect().top;
    change();
    if (!seen) return;
    const still = seen.checkVisibility({ contentVisibilityAuto: false }) && !seen.closest("[hidden]") ? seen : control;
    const after = still.getBoundingClientRect().top;
    window.scrollBy({ top: still === seen ? after - before : after - line, behavior: "instant" });
  }

  /* Open whatever an element is folded in. */
  function reveal(found) {
    let opened = false;
    for (let box = found; box && box !== document.body; box = box.parentElement) {
      if (box.matches(".part[hidden], .ledger[hidden]")) {
        fold(box, false);
        opened = true;
      }
      if (box.matches("details:not([open])")) {
        box.open = true;
        opened = true;
      }
    }
    if (opened) window.dispatchEvent(new Event("resize"));
    return opened;
  }
  function goal(hash) {
    try {
      return hash.length > 1 && document.getElementById(decodeURIComponent(hash.slice(1)));
    } catch {
      return null;
    }
  }

  for (const choice of choices)
    choice.addEventListener("change", () => {
      try {
        localStorage.setItem("drillbook-depth", choice.value);
      } catch {
        /* then it lasts as long as the page */
      }
      keepPosition(() => apply(choice.value));
    });
  document.addEventListener("beforematch", (event) => reveal(event.target));
  addEventListener("hashchange", () => {
    const found = goal(location.hash);
    if (found && reveal(found)) found.scrollIntoView();
  });
  document.addEventListener(
    "click",
    (event) => {
      const link = event.target.closest?.("a[href*='#']");
      const found = link && link.pathname === location.pathname && goal(link.hash);
      if (found) reveal(found);
    },
    { capture: true },
  );

  function start() {
    apply(root.dataset.depth || "read");
    root.dataset.folded = "";
    if (control) control.hidden = false;
    if (!short && control) choices[0].disabled = true;
    const first = goal(location.hash) || document.querySelector(".plate-place[data-opened]");
    if (first) reveal(first);
  }
  /* Where scripts come late, the browser has been at the link's goal already, by heights that were guessed: it is gone to once more,
     unless the reader has moved on; then, and without a goal, what he sees stays where it is. */
  function scrollToGoal() {
    const found = !("moved" in root.dataset) && goal(location.hash);
    if (found) found.scrollIntoView({ behavior: "instant" });
  }
  if (document.readyState !== "complete") start();
  else if (goal(location.hash) && !("moved" in root.dataset)) {
    start();
    scrollToGoal();
  } else keepPosition(start);
  document.addEventListener("drillbook:scripts-run", scrollToGoal);

  /* On paper stands what is chosen; or everything, on request, and the screen is as it was afterwards. */
  const paper = document.querySelector(".on-paper");
  if (paper) paper.hidden = false;
  for (const button of paper ? paper.querySelectorAll("button") : [])
    button.addEventListener("click", () => {
      const before = root.dataset.depth;
      if (button.value) {
        apply(button.value);
        addEventListener("afterprint", () => keepPosition(() => apply(before)), { once: true });
      }
      window.drillbookPrint.whenReady(button).then(() => window.print());
    });
  return { reveal, apply };
})();
