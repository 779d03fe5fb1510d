/* Sets the stored or preferred colours and the reading depth before anything is drawn. */
(() => {
  let kept = null;
  try {
    kept = localStorage.getItem("drillbook-theme");
  } catch {
    /* storage may be forbidden */
  }
  const dark = kept ? kept === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  let depth = null;
  try {
    depth = localStorage.getItem("drillbook-depth");
  } catch {
    /* as above */
  }
  document.documentElement.dataset.depth = depth === "short" || depth === "all" ? depth : "read";
})();
