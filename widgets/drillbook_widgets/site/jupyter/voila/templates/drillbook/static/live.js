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

  /* The widgets' extensions are built against slightly other versions of JupyterLab's modules than Voilà brings; the
     loader says so in a dozen warnings that nobody can act on. */
  const warn = console.warn;
  console.warn = (...words) => {
    if (!/^(Unsatisfied version|No satisfying version)/.test(String(words[0]))) warn.apply(console, words);
  };

  /* Voilà's front end starts by itself when the window has loaded, which may be before there is a kernel. Its wish to
     start is kept here and granted as soon as the kernel has a name. It then loads the widgets' extensions and asks for
     the kernel; the server answers that when the outputs are in their places. */
  const held = [];
  let begun = false;
  const listen = window.addEventListener;
  window.addEventListener = function (type, listener, options) {
    if (type !== "load") return listen.call(window, type, listener, options);
    if (begun) listener.call(window, new Event("load"));
    else held.push(listener);
  };
  function begin() {
    begun = true;
    document.body.dataset.kernelId = kernel;
    held.forEach((listener) => listener.call(window, new Event("load")));
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

  function asleep(words, verb) {
    if (leaving) return;
    const box = document.querySelector(".asleep");
    box.querySelector(".asleep-words").textContent = words;
    box.querySelector(".wake").textContent = verb;
    box.hidden = false;
    document.body.dataset.live = "gone";
    const manager = window.jupyterapp && window.jupyterapp.widgetManager;
    if (manager && manager.kernel && !manager.kernel.isDisposed) manager.kernel.dispose(); /* else it tries again and again */
    window.dispatchEvent(new CustomEvent("drillbook:gone"));
  }

  document.querySelector(".wake").addEventListener("click", () => {
    try {
      const kept = [...document.querySelectorAll(".plate-place[data-touched] a.drillbook-permalink")].map((link) => link.getAttribute("href"));
      sessionStorage.setItem("drillbook-wake", JSON.stringify({ path: location.pathname, kept, scroll: window.scrollY }));
    } catch (e) { /* then only the address comes back */ }
    location.reload();
  });

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
    const manager = window.jupyterapp && window.jupyterapp.widgetManager;
    if (!manager || !manager.kernel) { setTimeout(watch, 100); return; }
    const look = () => setTimeout(() => { if (!leaving) still(); }, 300);
    manager.kernel.connectionStatusChanged.connect((_, status) => { if (status !== "connected") look(); });
    manager.kernel.statusChanged.connect((_, status) => { if (status === "dead") look(); });
    document.addEventListener("visibilitychange", () => { if (!document.hidden && document.body.dataset.live !== "gone") still(); });
  }

  listen.call(window, "pagehide", () => {
    leaving = true;
    if (!kernel) return;
    const form = new FormData();
    form.append("_xsrf", cookie("_xsrf"));
    navigator.sendBeacon("/live/" + kernel + "/leave", form);
  });
  /* A page taken out of the browser's store of left pages has lost its kernel. */
  listen.call(window, "pageshow", (event) => { if (event.persisted) location.reload(); });

  if (!places.length) document.body.dataset.live = "yes"; /* nothing here needs a kernel */
  else live().catch(() => { if (!leaving) sorry("The site could not be reached for the calculators. The text and the answers shown are complete."); });
})();
