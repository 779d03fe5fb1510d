/* Before anything is drawn: the colours this browser last chose, else those the system prefers; and how deep to read. */
(function () {
  var kept = null;
  try { kept = localStorage.getItem("drillbook-theme"); } catch (e) { /* storage may be forbidden */ }
  var dark = kept ? kept === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  var depth = null;
  try { depth = localStorage.getItem("drillbook-depth"); } catch (e) { /* as above */ }
  document.documentElement.dataset.depth = depth === "short" || depth === "all" ? depth : "read";
})();
