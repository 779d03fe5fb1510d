/* Before the text is read in: the site is asked for this page's kernel, so that it is there as soon as the text is. */
(function () {
  const xsrf = document.cookie.split("; ").find((part) => part.startsWith("_xsrf="));
  window.drillbookAsked = fetch("/live", {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-XSRFToken": xsrf ? decodeURIComponent(xsrf.slice(6)) : "" },
    body: JSON.stringify({ chapter: document.currentScript.dataset.chapter }),
  });
  window.drillbookAsked.catch(() => {}); /* live.js says so */
})();
