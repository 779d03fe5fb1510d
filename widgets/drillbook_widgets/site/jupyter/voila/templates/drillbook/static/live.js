/* Brings the plates to life: asks the site for a kernel, puts each output in its place, then lets Voilà's front end
   start; and says so when the kernel is gone. The text above all this is complete without it. */
(function () {
  "use strict";
  const page = document.getElementById("page");
  const chapter = page.dataset.chapter;
  const places = [...document.querySelectorAll(".plate-place")];
  const code = [...document.querySelectorAll("[data-cell]")];
  let kernel = null;
  let leaving = false;

  const seam = window.drillbookSeam;
  const wake = window.drillbookWake;
  function begin() {
    seam.begin(kernel);
    watch();
  }

  function cookie(name) {
    const found = document.cookie.split("; ").find((part) => part.startsWith(name + "="));
    return found ? decodeURIComponent(found.slice(name.length + 1)) : "";
  }

  function sorry(words) {
    document.querySelectorAll(".plate-place:not([data-live]) .still-state").forEach((mark) => { mark.textContent = "as text"; });
    asleep(words, "Try again");
  }

  /* The calculators will come, but not at once; the plates say so where they say that they are being started. */
  function slow(words) {
    document.querySelectorAll(".plate-place:not([data-live]) .still-state").forEach((mark) => { mark.title = words; mark.textContent = "starting, a little later than usual"; });
  }

  function asleep(words, verb) {
    if (leaving) return;
    wake.sleep(words, verb);
    document.body.dataset.live = "gone";
    seam.leave();
    window.dispatchEvent(new CustomEvent("drillbook:gone"));
  }

  function place(line) {
    const home = code.find((item) => item.dataset.cell === line.cell);
    if (!home) return;
    if (line.failed) {
      home.dataset.failed = "";
      const mark = home.querySelector(".still-state");
      if (mark) mark.textContent = "this plate could not be started";
      return;
    }
    const room = home.querySelector(".lively");
    for (const output of line.outputs) {
      if (!output.data) continue;
      const child = document.createElement("div");
      child.className = "jp-OutputArea-child";
      const script = document.createElement("script");
      script.type = "application/vnd.voila.cell-output+json";
      script.textContent = JSON.stringify({ ...output, trusted: true });
      child.append(script);
      room.append(child);
    }
  }

  /* A plate's room is kept at the height it had when it was last live on a screen of this width. */
  let heights = {};
  try { heights = JSON.parse(localStorage.getItem("drillbook-heights") || "{}") || {}; } catch (e) { heights = {}; }
  const shelf = (home) => home.dataset.cell + "@" + Math.round(window.innerWidth / 50);
  for (const home of places) {
    const known = Number(heights[chapter + "/" + shelf(home)]);
    if (known > 100 && known < 4000) home.style.setProperty("--plate-height", known + "px");
  }
  window.addEventListener("drillbook:live", () => setTimeout(() => {
    for (const home of places) if ("live" in home.dataset) heights[chapter + "/" + shelf(home)] = Math.round(home.offsetHeight);
    const kept = Object.entries(heights).slice(-200);
    try { localStorage.setItem("drillbook-heights", JSON.stringify(Object.fromEntries(kept))); } catch (e) { /* then it jumps once */ }
  }, 1000));

  /* A plate is live when its widgets have been drawn and have come to rest. */
  for (const home of places) {
    const room = home.querySelector(".lively");
    let timer = 0;
    let last = 0;
    const settle = () => {
      clearTimeout(timer);
      clearTimeout(last);
      clearTimeout(slow);
      eyes.disconnect();
      home.dataset.live = "";
      const words = home.previousElementSibling; /* the plate says itself what was wrong with a link */
      if (words && words.classList.contains("complaint") && room.querySelector(".db-complaint:not([hidden])")) words.remove();
      window.dispatchEvent(new Event("resize"));
      home.dispatchEvent(new CustomEvent("drillbook:plate-live", { bubbles: true }));
      if (places.every((one) => "live" in one.dataset || "failed" in one.dataset)) {
        document.body.dataset.live = "yes";
        window.dispatchEvent(new CustomEvent("drillbook:live"));
      }
    };
    const drawn = () => {
      const headline = room.querySelector(".drillbook-plate .db-headline");
      return headline ? Boolean(headline.textContent) : Boolean(room.querySelector(".drillbook-complaint"));
    };
    let slow = 0;
    const eyes = new MutationObserver(() => {
      if (!slow && room.querySelector(".jupyter-widgets")) slow = setTimeout(settle, 6000); /* something else than a plate */
      if (!drawn()) return;
      clearTimeout(timer);
      timer = setTimeout(settle, 40);
      if (!last) last = setTimeout(settle, 500);
    });
    eyes.observe(room, { childList: true, characterData: true, subtree: true });
  }

  async function lines(response, each) {
    const reader = response.body.getReader();
    const text = new TextDecoder();
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      rest += text.decode(value || new Uint8Array(), { stream: !done });
      const parts = rest.split("\n");
      rest = parts.pop();
      parts.filter(Boolean).forEach((part) => each(JSON.parse(part)));
      if (done) return;
    }
  }

  async function live() {
    let ended = false;
    let said = "";
    const response = await fetch("/live", {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-XSRFToken": cookie("_xsrf") },
      body: JSON.stringify({ chapter, address: page.dataset.address }),
    });
    await lines(response, (line) => {
      if (line.slow) slow(line.slow);
      if (line.waiting) wake.wait(line.waiting);
      if (line.kernel) wake.begin();
      if (line.kernel) { kernel = line.kernel; begin(); }
      if (line.cell) place(line);
      if (line.sorry) said = line.sorry;
      if (line.done) ended = true;
    });
    if (ended) await fetch("/live/" + kernel + "/placed", { method: "POST", headers: { "X-XSRFToken": cookie("_xsrf") } });
    else sorry(said || "The calculators on this page could not be started. The text and the answers shown are complete.");
  }

  /* The socket may close because the visitor's device slept or the kernel was ended for idleness. */
  async function still() {
    try {
      const answer = await (await fetch("/live/" + kernel, { cache: "no-store" })).json();
      if (!answer.alive) asleep("The calculators on this page have gone to sleep.", "Wake");
      return answer.alive;
    } catch (e) {
      asleep("The site cannot be reached at the moment.", "Wake");
      return false;
    }
  }
  function watch() {
    seam.watch(() => setTimeout(() => { if (!leaving) still(); }, 300));
    document.addEventListener("visibilitychange", () => { if (!document.hidden && document.body.dataset.live !== "gone") still(); });
  }

  window.addEventListener("pagehide", () => {
    leaving = true;
    if (!kernel) return;
    const form = new FormData();
    form.append("_xsrf", cookie("_xsrf"));
    navigator.sendBeacon("/live/" + kernel + "/leave", form);
  });
  /* A page taken out of the browser's store of left pages has lost its kernel. */
  window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

  if (!places.length) document.body.dataset.live = "yes"; /* nothing here needs a kernel */
  else live().catch(() => { if (wake.waiting) wake.now(); else if (!leaving) sorry("The site could not be reached for the calculators. The text and the answers shown are complete."); });
})();
