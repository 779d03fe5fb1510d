/* Makes calculators live: reads the site's answer to the kernel request, connects to the kernel, requests the
   calculators that are wanted, and reports when the kernel is gone. */
(() => {
  "use strict";
  const plates = window.drillbookPlates;
  const widgets = window.drillbookWidgets;
  const reconnect = window.drillbookReconnect;
  const LOST = "The calculators on this page could not be started. The text and the answers shown are complete.";
  const AWAY = "The site could not be reached for the calculators. The text and the answers shown are complete.";
  let kernel = null;
  let manager = null;
  let leaving = false;

  function cookie(name) {
    const found = document.cookie.split("; ").find((part) => part.startsWith(`${name}=`));
    return found ? decodeURIComponent(found.slice(name.length + 1)) : "";
  }

  function mark(words, title) {
    document.querySelectorAll(".plate-place:not([data-live]) .still-state").forEach((state) => {
      state.textContent = words;
      state.title = title || "";
    });
  }
  function giveUp(words) {
    mark("as text");
    disconnect(words, "Try again");
  }
  function disconnect(words, verb) {
    if (leaving) return;
    reconnect.showAsleep(words, verb);
    document.body.dataset.live = "gone";
    if (kernel && !kernel.ended) kernel.leave();
    window.dispatchEvent(new CustomEvent("drillbook:disconnected"));
  }

  /* Ask the site; each line of its answer as it comes. */
  async function ask(path, wish, each) {
    return hear(
      await fetch(path, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-XSRFToken": cookie("_xsrf") },
        body: JSON.stringify(wish),
      }),
      each,
    );
  }
  async function hear(response, each) {
    const reader = response.body.getReader();
    const text = new TextDecoder();
    let rest = "";
    let said = LOST; /* unless it comes to its end */
    for (;;) {
      const { done, value } = await reader.read();
      rest += text.decode(value || new Uint8Array(), { stream: !done });
      const parts = rest.split("\n");
      rest = parts.pop();
      for (const part of parts.filter(Boolean)) {
        const line = JSON.parse(part);
        if (line.done) said = "";
        if (line.sorry) said = line.sorry;
        each(line);
      }
      if (done) return said;
    }
  }

  /* What a cell shows: a widget, or plain text, or HTML of the notebook's own. */
  async function show(line) {
    const home = plates.find(line.cell);
    if (!home) return;
    if (line.failed) {
      plates.markFailed(home);
      return;
    }
    const room = home.querySelector(".lively");
    for (const { data } of line.outputs) {
      const widget = data["application/vnd.jupyter.widget-view+json"];
      if (widget) await (await manager).show(widget.model_id, room);
      else {
        const box = document.createElement(data["text/html"] ? "div" : "pre");
        if (data["text/html"]) box.innerHTML = [data["text/html"]].flat().join("");
        else box.textContent = [data["text/plain"] || ""].flat().join("");
        room.append(box);
      }
    }
  }
  function shown(line) {
    if (line.cell)
      show(line).catch((problem) => {
        console.error(problem);
        plates.markFailed(plates.find(line.cell));
      });
  }

  /* The site asked for this page's kernel; its line is opened as soon as it has a name. */
  async function start() {
    widgets.load();
    manager = widgets.ready.then((amd) => widgets.manager(amd));
    const said = await hear(await window.drillbookKernelRequest.response, (line) => {
      if (line.slow) mark("starting late", line.slow);
      if (line.waiting) reconnect.showQueued(line.waiting);
      if (line.kernel) {
        reconnect.hideQueued();
        connect(line.kernel);
        plates.begin((wanted) =>
          requestPlates(wanted).catch(() => {
            if (!leaving) checkAlive();
          }),
        ); /* the kernel prepares meanwhile */
      }
      shown(line);
    });
    if (said) giveUp(said);
  }
  async function requestPlates(wanted) {
    const said = await ask(`/live/${kernel.id}/plates`, { plates: wanted }, shown);
    if (said && !leaving && document.body.dataset.live !== "gone") giveUp(said);
  }
  function connect(id) {
    document.body.dataset.kernelId = id;
    kernel = window.drillbookConnectKernel(
      id,
      (comm, message) => manager.then((made) => made.handle_comm_open(comm, message)),
      lost,
    );
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && document.body.dataset.live !== "gone") checkAlive();
    });
  }

  /* The socket may close because the visitor's device slept or the kernel was ended for idleness. */
  const lost = (ended) => {
    if (!leaving)
      setTimeout(
        () => {
          if (!leaving) checkAlive(ended);
        },
        ended ? 0 : 300,
      );
  };
  async function checkAlive(ended) {
    try {
      const answer = await (await fetch(`/live/${kernel.id}`, { cache: "no-store" })).json();
      if (!answer.alive || ended) disconnect("The calculators on this page have gone to sleep.", "Wake");
    } catch {
      disconnect("The site cannot be reached at the moment.", "Wake");
    }
  }

  window.addEventListener("pagehide", () => {
    leaving = true;
    if (!kernel) return;
    const form = new FormData();
    form.append("_xsrf", cookie("_xsrf"));
    navigator.sendBeacon(`/live/${kernel.id}/leave`, form);
  });
  /* A page taken out of the browser's store of left pages has lost its kernel. */
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });

  if (!plates.places.length) document.body.dataset.live = "yes"; /* nothing here needs a kernel */
  else
    start().catch(() => {
      if (reconnect.queued) reconnect.tryNow();
      else if (!leaving) giveUp(AWAY);
    });
})();
