/* Notice for calculators that are disconnected, and the way to reconnect. The page asks the site first, so that nobody
   loses the text while the site is down. Each page retries at moments of its own, so that a site that comes back is
   not overrun. */
window.drillbookReconnect = (() => {
  "use strict";
  const PAUSES = [2, 4, 8, 15, 30]; /* seconds between two questions */
  const SPREAD = 5; /* seconds over which pages come back to a site that was away */
  const box = document.querySelector(".asleep");
  const button = box.querySelector(".wake");
  const reconnect = /** @type {Window["drillbookReconnect"]} */ ({ queued: false });
  let tries = 0;
  let asking = false;
  let timer = 0;
  let counter = 0;

  function show(words, verb) {
    box.querySelector(".asleep-words").textContent = words;
    button.textContent = verb;
    button.hidden = !verb;
    box.hidden = false;
  }

  async function reachable() {
    try {
      return (await fetch("/health", { cache: "no-store", signal: AbortSignal.timeout(8000) })).ok;
    } catch {
      return false;
    }
  }

  /* The page comes back at the place that was read; the plates that were touched stand in the history's state. */
  function reload() {
    try {
      sessionStorage.setItem("drillbook-wake", JSON.stringify({ path: location.pathname, scroll: window.scrollY }));
    } catch {
      /* then only the address comes back */
    }
    location.reload();
  }

  function retryIn(seconds) {
    const words = (left) =>
      `The site cannot be reached at the moment. The page stays as it is and tries again in ${left} s.`;
    let left = Math.ceil(seconds);
    show(words(left), "Try now");
    counter = setInterval(() => {
      left -= 1;
      if (left > 0) box.querySelector(".asleep-words").textContent = words(left);
    }, 1000);
    timer = setTimeout(reconnect.tryNow, 1000 * seconds);
  }

  /* Bring the page back as soon as the site is there. */
  reconnect.tryNow = async () => {
    if (asking) return;
    clearTimeout(timer);
    clearInterval(counter);
    asking = true;
    button.disabled = true;
    const there = await reachable();
    button.disabled = false;
    asking = false;
    if (!there) {
      retryIn(PAUSES[Math.min(tries, PAUSES.length - 1)] * (0.75 + Math.random() / 2));
      tries += 1;
    } else if (tries) {
      show("The site is back; the calculators are coming.", "");
      setTimeout(reload, 1000 * SPREAD * Math.random());
      tries = 0;
    } else {
      reload();
    }
  };

  /* Say that the calculators are gone, with a button that brings them back. */
  reconnect.showAsleep = (words, verb) => {
    if (!tries && !asking) show(words, verb);
  };

  /* Say that the page waits its turn; it will come alive by itself. */
  reconnect.showQueued = (words) => {
    reconnect.queued = true;
    document.querySelectorAll(".plate-place:not([data-live]) .still-state").forEach((mark) => {
      mark.title = words;
      mark.textContent = "waits its turn";
    });
    show(words, "");
  };

  /* It is this page's turn. */
  reconnect.hideQueued = () => {
    if (!reconnect.queued) return;
    reconnect.queued = false;
    document.querySelectorAll(".plate-place:not([data-live]) .still-state").forEach((mark) => {
      mark.title = "";
      mark.textContent = "not live yet";
    });
    box.hidden = true;
  };

  button.addEventListener("click", reconnect.tryNow);
  return reconnect;
})();
