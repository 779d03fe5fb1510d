/* The page's connection to the edition. It answers what a page asks of the site: from a file where there is one, else
   from a worker that computes with the book's own Python. Links that scripts make count from the edition's root. It
   runs before every other script. */
window.drillbookEdition = (() => {
  "use strict";
  const own = document.currentScript.dataset;
  const root = new URL(own.root, location.href);
  const machinery = new URL(own.machinery, location.href);
  const COMPUTED = /^\/(?:answer\.json|search\.json|[a-z0-9]+\/piece\.json|[a-z0-9]+\/[a-z0-9-]+\/house\.json)$/;
  const WRITTEN =
    /^\/(?:compare|search|(?:[a-z0-9]+\/)?quiz(?:\/[a-z0-9-]+)?|[a-z0-9]+\/rulings)\?/; /* pages that the worker writes where their address asks for something */
  const usual = window.fetch.bind(window);
  const edition = /** @type {EditionConnection} */ ({ state: "asleep", home: root.href.replace(/\/$/, "") });

  /* Where a link of the site leads here. */
  edition.localLink = (link) => {
    const [, path, rest] = /^([^?#]*)([\s\S]*)$/.exec(
      link.replace(/^(\/[a-z0-9]+\/quiz)\?chapter=([a-z0-9-]+)(?:&|$)/, "$1/$2?").replace(/\?$/, ""),
    );
    const bare = path.replace(/^\/|\/$/g, "");
    return root.href + bare + (bare && !/\.[a-z0-9]+$/.test(bare) ? "/" : "") + rest;
  };
  /* What a path here is called on the site. */
  edition.sitePath = (path) =>
    `/${path
      .slice(root.pathname.length)
      .replace(/index\.html$/, "")
      .replace(/\/$/, "")}`;

  function say(state) {
    if (edition.state === state) return;
    edition.state = state;
    document.documentElement.dataset.edition = state;
    window.dispatchEvent(new CustomEvent("drillbook:edition", { detail: state }));
  }

  /* The line to the worker, which begins when it is first wanted. Every page of a visit has the same worker where the browser can share
     one; it outlives the way from page to page where it may. A worker that is gone is begun anew, and whatever waits is asked again. */
  const ENDINGS = 3; /* workers that may end under a page before it gives up */
  let line = null;
  let shared = null;
  let ended = 0;
  function open() {
    const address = new URL("worker.mjs", machinery);
    const how = /** @type {WorkerOptions} */ ({ type: "module", extendedLifetime: true });
    try {
      shared = new SharedWorker(address, how);
      shared.onerror = fail;
      return shared.port;
    } catch {
      const own = new Worker(address, how);
      own.onerror = fail;
      return own;
    }
  }
  const waiting = new Map(); /* what has been asked, by its number */
  const desks =
    []; /* of each desk: how it begins, who hears what it says, and what it has been told since it last said anything */
  let number = 0;
  function fail() {
    say("failed");
    for (const { lost } of waiting.values()) lost(new TypeError("Nothing can be computed here."));
    waiting.clear();
  }
  function hear({ data }) {
    if (data.failed) {
      console.error(data.failed);
      fail();
    } else if (data.forgotten) restart();
    else if (data.state) say(data.state);
    else if (data.progress) {
      edition.progress = data.progress;
      window.dispatchEvent(new Event("drillbook:progress"));
    } else if (data.told) {
      const { desk, part, topics } = JSON.parse(data.told);
      desks[desk].unheard.clear();
      desks[desk].hear(part, topics);
    } else {
      waiting.get(data.id)?.done(data.reply); /* or a sign of life */
      waiting.delete(data.id);
    }
  }
  /* A worker that says nothing for a while is asked for a sign of life, and counts as ended where none comes: many browsers do not tell
     where a line has ended. One that is only busy is spoken to over another line, and nothing is lost. While it begins it may be long
     on its way or at work; one that has never spoken is sought again as often as it takes. */
  const QUIET = 1000,
    PATIENCE = 8000,
    BEGINNING = 12000; /* milliseconds */
  const idle = () => edition.state === "ready" || edition.state === "failed";
  let heard = false; /* whether this line's worker has said anything */
  let looking = null;
  function post(told) {
    line?.postMessage(told);
    looking ??= setTimeout(look, QUIET);
  }
  function look() {
    looking = null;
    if (!line || line !== shared?.port)
      return; /* one of its own does not end unseen, and would be ended here while it is busy */
    if (!heard) {
      restart();
      return;
    }
    line.postMessage({ ping: true });
    document.documentElement.dataset.silent = ""; /* what has been asked is not answered yet */
    looking = setTimeout(line.onclose, idle() ? PATIENCE : BEGINNING);
  }
  function listen(sign) {
    heard = true;
    delete document.documentElement.dataset.silent;
    if (sign.data.told || sign.data.reply) ended = 0;
    clearTimeout(looking);
    looking = waiting.size || !idle() ? setTimeout(look, QUIET) : null;
    hear(sign);
  }
  edition.begin = () => {
    if (line) return;
    say("python");
    try {
      line = open();
    } catch {
      line = { postMessage() {} };
      fail();
      return;
    }
    const own = line;
    heard = false;
    looking = setTimeout(look, BEGINNING);
    line.onmessage = listen;
    line.onclose = () => {
      if (line !== own) return;
      ended += 1;
      if (ended < ENDINGS) restart();
      else fail();
    };
  };
  function closeLine() {
    if (!line) return;
    line.onmessage = line.onclose = null;
    clearTimeout(looking);
    looking = null;
    line.postMessage({ leave: true });
    (line.terminate || line.close || (() => {})).call(line);
    line = null;
  }
  /* Another line, over which all that was under way is begun again as it stands now. */
  function restart() {
    closeLine();
    if (edition.state === "failed") return;
    edition.begin();
    for (const { now, send, unheard } of desks) {
      const again = now([...unheard.values()]);
      unheard.clear();
      again.forEach(send);
    }
    for (const [id, { path }] of waiting) post({ id, path });
  }
  addEventListener("pagehide", closeLine);
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted && edition.state !== "asleep") restart();
  });

  /* The status and the text that a site would send; what is given up is not begun. */
  edition.ask = (path, signal) =>
    new Promise((done, lost) => {
      edition.begin();
      if (edition.state === "failed") {
        lost(new TypeError("Nothing can be computed here."));
        return;
      }
      const id = ++number;
      waiting.set(id, { done, lost, path });
      post({ id, path });
      signal?.addEventListener("abort", () => {
        if (!waiting.delete(id)) return;
        line?.postMessage({ drop: id });
        lost(new DOMException("It is no longer wanted.", "AbortError"));
      });
    });

  /* The first search gathers the words of the book; it begins while the reader types. */
  document.addEventListener("focusin", function look({ target }) {
    if (!target.matches?.('form[action$="search/"] input')) return;
    document.removeEventListener("focusin", look);
    edition.ask("/search.json?q=").catch(() => {});
  });

  /* A desk for a plate: hears what is given, and says by part and topics. Of the values that a control says only the last counts.
     now: gives what it is to be told, at first and whenever it has to begin again, from what nobody has heard yet. */
  edition.connectPlate = (now, hear) => {
    edition.begin();
    const desk = desks.length;
    const unheard = new Map();
    const send = (said) => {
      const instead = said.do === "set" ? `${desk} ${said.name}` : undefined;
      unheard.set(instead ?? unheard.size, said);
      if (edition.state !== "failed") post({ said: JSON.stringify({ desk, said }), instead });
    };
    desks.push({ now, hear, send, unheard });
    now([]).forEach(send);
    return send;
  };

  window.fetch = async (what, options = {}) => {
    if (typeof what !== "string" || !/^\/(?!\/)/.test(what)) return usual(what, options);
    if (!COMPUTED.test(what.split("?")[0]) && !WRITTEN.test(what)) return usual(edition.localLink(what), options);
    const [status, text] = await edition.ask(what, options.signal);
    return new Response(text, { status, headers: { "Content-Type": "application/json" } });
  };

  /* A link that a script follows as soon as it is made has not been mended yet. */
  document.addEventListener(
    "click",
    ({ target }) => {
      const link = target.closest?.('a[href^="/"]');
      if (link) makeLocal(link);
    },
    true,
  );
  function makeLocal(link) {
    const href = link.getAttribute("href");
    if (/^\/(?!\/)/.test(href || "")) link.setAttribute("href", edition.localLink(href));
  }
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === "attributes") {
        if (target.matches("a")) makeLocal(target);
        continue;
      }
      for (const one of addedNodes) {
        if (one.nodeType !== Node.ELEMENT_NODE) continue;
        if (one.matches("a")) makeLocal(one);
        one.querySelectorAll('a[href^="/"]').forEach(makeLocal);
      }
    }
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["href"] });

  /* Kept for when there is no network, where the browser may. */
  const note = (words) => {
    const place = document.querySelector(".kept-said");
    if (place) place.textContent = words;
  };
  edition.keepOffline = async () => {
    if (!("serviceWorker" in navigator)) {
      note("Browsers keep a book only if it comes over https or from this very machine.");
      return;
    }
    try {
      await navigator.serviceWorker.register(new URL("offline.js", root), { scope: root.pathname });
      const ready = await navigator.serviceWorker.ready;
      const line = new MessageChannel();
      line.port1.onmessage = ({ data }) => {
        document.documentElement.dataset.kept = data.kept ? "yes" : "no";
        note(
          data.kept
            ? "The whole book is kept on this device: it can be read and asked without a network."
            : "The book could not be kept; it needs the network.",
        );
      };
      ready.active.postMessage({ keep: machinery.href }, [line.port2]);
    } catch {
      note("The book could not be kept by this browser; it needs the network.");
    }
  };
  /* A page that was kept is shown at once; where the host has another by now, the reader is told, and the page stays as it is. */
  navigator.serviceWorker?.addEventListener("message", ({ data }) => {
    const renewed =
      data.renewed || (data.machinery && data.machinery !== machinery.href); /* a page, or the whole book */
    if (!renewed || document.querySelector(".asleep")) return;
    const box = Object.assign(document.createElement("div"), { className: "asleep" });
    const words = Object.assign(document.createElement("p"), {
      className: "asleep-words",
      textContent: data.renewed ? "There is a newer edition of this page." : "There is a newer edition of this book.",
    });
    const button = Object.assign(document.createElement("button"), {
      className: "wake",
      type: "button",
      textContent: "Read it",
    });
    box.setAttribute("role", "status");
    button.addEventListener("click", () => location.reload());
    box.append(words, button);
    document.body.append(box);
  });
  navigator.serviceWorker?.startMessages?.();
  const FIRST_ANSWERS = 1500; /* milliseconds that belong to what the reader waits for; then the rest is fetched */
  let kept = false;
  function loaded() {
    const whenIdle = window.requestIdleCallback || ((then) => setTimeout(then, 200));
    whenIdle(() => {
      if (edition.state === "asleep" || idle()) edition.keepOffline();
      else
        addEventListener("drillbook:edition", () => {
          if (idle() && !kept) {
            kept = true;
            setTimeout(edition.keepOffline, FIRST_ANSWERS);
          }
        });
    });
  }
  document.addEventListener(
    "drillbook:scripts-run",
    loaded,
  ); /* deferred_scripts.js says it once every script of the page has run */
  if (document.querySelector(".plate-place, [data-table]")) edition.begin();
  return edition;
})();
