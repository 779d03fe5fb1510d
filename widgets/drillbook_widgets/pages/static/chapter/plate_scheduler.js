/* Decides when each calculator becomes live: the one that a link names, then those in view, then those nearby.
   Meanwhile it keeps the line that is being read at its place. */
window.drillbookPlates = (() => {
  "use strict";
  const TOP = 64; /* pixels that the bar at the top covers */
  const WORDS = "h1, h2, h3, h4, p, li, tr, summary, .plate-place[data-live]";
  const NEAR = 1; /* screens above and below what is in view */
  const SETTLED = 16; /* milliseconds without a change after which a plate of which every part is there is drawn */
  const LATEST = 500;
  const page = document.getElementById("page");
  const places = [...document.querySelectorAll(".plate-place")];
  const plates = /** @type {Window["drillbookPlates"]} */ ({ places });
  const addresses = new Map(); /* the address that a plate is wanted with */
  const asked = new Set();
  const open = (home) => !("live" in home.dataset || "failed" in home.dataset);
  let ask = null; /* asks the site for plates, once there is a kernel */
  let asking = false;
  let soon = 0;

  function distance(home) {
    if (!home.checkVisibility()) return Infinity; /* folded away */
    const box = home.getBoundingClientRect();
    return Math.max(0, box.top - window.innerHeight, -box.bottom) / window.innerHeight;
  }
  const linked = (home) => addresses.has(home);

  /* Those to be asked for now: all in view at once; else the nearest one, if it is near. */
  function next() {
    const waiting = places
      .filter((home) => open(home) && !asked.has(home))
      .map((home) => /** @type {[number, Element]} */ ([linked(home) ? -1 : distance(home), home]));
    const seen = waiting.filter(([far]) => far <= 0).sort((one, other) => one[0] - other[0]);
    if (seen.length) return seen.map(([, home]) => home);
    const [nearest] = waiting.sort((one, other) => one[0] - other[0]);
    const first = !places.some((home) => asked.has(home)); /* a page whose plates are all far off still wakes one */
    return nearest && (nearest[0] <= NEAR || first) && nearest[0] < Infinity ? [nearest[1]] : [];
  }

  async function pump() {
    soon = 0;
    reportLive();
    if (!ask || asking) return;
    const wanted = next();
    if (!wanted.length) return;
    asking = true;
    wanted.forEach((home) => asked.add(home));
    await ask(wanted.map((home) => ({ cell: home.dataset.cell, ...addresses.get(home) })));
    await Promise.race([Promise.all(wanted.map(drawn)), new Promise((done) => setTimeout(done, 5000))]);
    asking = false;
    schedule();
  }
  function schedule() {
    if (!soon) soon = requestAnimationFrame(pump);
  }
  const drawn = (home) =>
    open(home) ? new Promise((done) => home.addEventListener("drillbook:plate-live", done, { once: true })) : null;

  /* The page is live when every plate in view is. */
  function reportLive() {
    if (!ask || document.body.dataset.live === "gone") return;
    const missing =
      places.some((home) => open(home) && distance(home) <= 0) ||
      (places.length && places.every((home) => open(home) && home.checkVisibility()));
    if (missing === (document.body.dataset.live !== "yes")) return;
    if (missing) delete document.body.dataset.live;
    else {
      document.body.dataset.live = "yes";
      window.dispatchEvent(new CustomEvent("drillbook:live"));
    }
  }

  /* Want a plate, wherever it stands, with an address; false where it has been asked for already. own: no link has brought it. */
  plates.request = (home, address, own) => {
    if (asked.has(home)) return false;
    addresses.set(home, { address: address || "", own: Boolean(own) });
    schedule();
    return true;
  };
  /* Is every plate that was asked for there, and is no other wanted? */
  plates.idle = () => Boolean(ask) && !asking && !next().length;
  plates.begin = (asker) => {
    ask = asker;
    schedule();
  };
  plates.find = (cell) => document.querySelector(`[data-cell="${CSS.escape(cell)}"]`);
  plates.markFailed = (home) => {
    home.dataset.failed = "";
    const mark = home.querySelector(".still-state");
    if (mark) mark.textContent = "this plate could not be started";
    schedule();
  };

  /* The line that the reader is at: the first in sight, outside of plates that still change. */
  function line() {
    const box = page.getBoundingClientRect();
    for (const across of [0.5, 0.2]) {
      for (let down = TOP; down < window.innerHeight; down += 12) {
        const found = document.elementFromPoint(box.left + across * box.width, down)?.closest(WORDS);
        if (found && page.contains(found) && !found.closest(".plate-place:not([data-live])")) return found;
      }
    }
    return null;
  }
  /* Change the page and keep that line where it is. */
  plates.keepPosition = (change) => {
    const kept = line();
    const before = kept?.getBoundingClientRect().top;
    change();
    const moved = kept ? kept.getBoundingClientRect().top - before : 0;
    if (moved) window.scrollBy({ top: moved, behavior: "instant" });
  };

  /* A plate's room is kept at the height it had when it was last live on a screen of this width. */
  const STORED = "drillbook-heights";
  let heights = {};
  try {
    heights = JSON.parse(localStorage.getItem(STORED) || "{}") || {};
  } catch {
    heights = {};
  }
  const shelf = (home) => `${page.dataset.chapter}/${home.dataset.cell}@${Math.round(window.innerWidth / 10)}`;
  /* On a first visit it is reckoned, rather too tall than too low: its words as they stand, its form as the site tells, and the
     picture. The numbers are the style sheets'; a phone has all of it below each other. */
  const SETTLED_LINE = 46;
  const DESK = {
    frame: 130,
    answer: 108,
    picture: 272,
    tall: 350,
    strip: 64,
    low: 162,
    wide: 28,
    late: 130,
    words: 250,
  };
  const PHONE = { frame: 113, answer: 104, picture: 236, strip: 62, rolls: 32, ledger: 0.8, late: 210 };
  function estimatedHeight(home) {
    const [mouse, touch, laid, ...more] = (home.dataset.form || "").split(" ");
    if (!laid) return 0;
    const high = (one) => home.querySelector(one)?.offsetHeight || 0;
    const title = high(".still-question") + (high(".still-kept") && SETTLED_LINE);
    const ledger = more.includes("late")
      ? (window.innerWidth <= 640 ? PHONE : DESK).late
      : high(".still-steps"); /* its steps are still to come */
    if (window.innerWidth <= 640) {
      return (
        title +
        PHONE.frame +
        Number(touch) +
        PHONE.answer +
        PHONE.picture +
        PHONE.strip +
        PHONE.ledger * ledger +
        (more.includes("rolls") ? PHONE.rolls : 0)
      );
    }
    const main =
      {
        low: Math.max(Number(mouse) + DESK.low, DESK.picture),
        brief: Math.max(Number(mouse), DESK.words),
        wide: DESK.answer + Number(mouse) + DESK.wide + DESK.picture + DESK.strip,
        tall: Math.max(Number(mouse), DESK.answer + DESK.tall + DESK.strip),
      }[laid] || Math.max(Number(mouse), DESK.answer + DESK.picture + DESK.strip);
    return title + DESK.frame + main + ledger;
  }
  /* All are reckoned before any is set: else the whole page were laid out anew for each. */
  for (const [home, known] of places.map((home) => [home, Number(heights[shelf(home)]) || estimatedHeight(home)])) {
    if (known > 100 && known < 4000) home.style.setProperty("--plate-height", `${Math.round(known)}px`);
  }
  let keeping = 0;
  function keep() {
    keeping = 0;
    for (const home of places)
      if ("live" in home.dataset && !("touched" in home.dataset))
        heights[shelf(home)] = home.querySelector(".lively").offsetHeight;
    try {
      localStorage.setItem(STORED, JSON.stringify(Object.fromEntries(Object.entries(heights).slice(-300))));
    } catch {
      /* then it is guessed again */
    }
  }

  /* A plate is live when its widgets have been drawn and have come to rest. It keeps the height of its text where that is
     the greater, until it is out of sight. */
  for (const home of places) {
    const room = home.querySelector(".lively");
    let timer = 0;
    let last = 0;
    let odd = 0;
    const settle = () => {
      [timer, last, odd].forEach(clearTimeout);
      eyes.disconnect();
      plates.keepPosition(() => {
        home.style.minHeight = `${home.offsetHeight}px`;
        home.dataset.live = "";
        const words = home.previousElementSibling; /* the plate says itself what was wrong with a link */
        if (words?.classList.contains("complaint") && room.querySelector(".db-complaint:not([hidden])")) words.remove();
      });
      window.dispatchEvent(new Event("resize"));
      home.dispatchEvent(new CustomEvent("drillbook:plate-live", { bubbles: true }));
      if (!keeping) keeping = setTimeout(keep, 1000);
      schedule();
    };
    const shown = () => {
      const headline = room.querySelector(".drillbook-plate .db-headline");
      if (!headline) return Boolean(room.querySelector(".drillbook-complaint"));
      const figure = room.querySelector(".drillbook-figure");
      return Boolean(
        headline.textContent && room.querySelector(".drillbook-foot > *") && (!figure || figure.querySelector("svg g")),
      );
    };
    const eyes = new MutationObserver(() => {
      if (!odd && room.querySelector(".jupyter-widgets"))
        odd = setTimeout(settle, 6000); /* something else than a plate */
      if (!shown()) return;
      clearTimeout(timer);
      timer = setTimeout(settle, SETTLED);
      if (!last) last = setTimeout(settle, LATEST);
    });
    eyes.observe(room, { childList: true, characterData: true, subtree: true });
  }

  const sight = new IntersectionObserver((seen) => {
    for (const { target, isIntersecting } of seen) {
      if (!isIntersecting && "live" in target.dataset && target.style.minHeight)
        plates.keepPosition(() => {
          target.style.minHeight = "";
        });
    }
    schedule();
  });
  const near = new IntersectionObserver(schedule, { rootMargin: `${100 * NEAR}% 0px` });
  for (const home of places) {
    sight.observe(home);
    near.observe(home);
  }
  return plates;
})();
