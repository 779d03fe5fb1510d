/* Asks the service worker to store this page for use without a network, and says whether it could. */
(() => {
  "use strict";
  const said = document.querySelector(".kept-said");
  const say = (words) => {
    if (said) said.textContent = words;
  };
  if (!("serviceWorker" in navigator)) {
    say(
      window.isSecureContext
        ? "This browser keeps no pages, so the tables need the network."
        : "The tables need the network here: browsers keep a page only if it comes over https or from this very machine.",
    );
    return;
  }
  const assets = [...document.querySelectorAll('script[src], link[rel="stylesheet"], link[rel="icon"]')].map(
    (one) => one.src || one.href,
  );
  const ways = [
    location.pathname,
    ...[...document.querySelectorAll('#chapters a[href$="/sheet"], #chapters a[href$="/table"]')].map(
      (one) => one.pathname,
    ),
  ];
  (async () => {
    try {
      await navigator.serviceWorker.register("/offline.js", { scope: "/" });
      const ready = await navigator.serviceWorker.ready;
      const line = new MessageChannel();
      line.port1.onmessage = (event) => {
        document.documentElement.dataset.kept = event.data.kept ? "yes" : "no";
        say(
          event.data.kept
            ? "These tables are kept on this device: they can be read without a network."
            : "The tables could not be kept; they need the network.",
        );
      };
      ready.active.postMessage({ keep: [...new Set([...ways, ...assets])] }, [line.port2]);
    } catch {
      say("The tables could not be kept by this browser; they need the network.");
    }
  })();
})();
