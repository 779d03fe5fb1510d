/* The page's scripts are fetched and run, in their order, once its text is painted: what they do would hold the text up. A page that
   nobody sees is not painted; its scripts begin at once. When the last has run, it is said: the page itself may have been loaded long before;
   and the reader may have moved on in it. */
(function () {
  var PATIENCE = 400; /* milliseconds after the first frame, should the browser not tell that it is painted */
  var begun = false;
  function begin() {
    if (begun) return;
    begun = true;
    var all = document.querySelectorAll('script[type^="late/"]');
    all.forEach(function (still, at) {
      var script = document.createElement("script");
      for (var one of still.attributes) if (one.name !== "type") script.setAttribute(one.name, one.value);
      if (still.type === "late/module") script.type = "module";
      script.async = false;
      if (at === all.length - 1) script.onload = script.onerror = function () { document.dispatchEvent(new Event("drillbook:begun")); };
      still.replaceWith(script);
    });
  }
  ["wheel", "touchmove", "keydown", "pointerdown"].forEach(function (by) {
    addEventListener(by, function () { document.documentElement.dataset.moved = ""; }, { passive: true, once: true });
  });
  if (document.hidden) { begin(); return; }
  document.addEventListener("visibilitychange", begin);
  try { new PerformanceObserver(function (seen) { if (seen.getEntriesByName("first-contentful-paint").length) begin(); }).observe({ type: "paint", buffered: true }); } catch (e) { /* then by the clock */ }
  requestAnimationFrame(function () { setTimeout(begin, PATIENCE); });
})();
