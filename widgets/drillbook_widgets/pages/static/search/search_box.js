/* The search box on every page, its button on a phone, and the keys `/` and Ctrl-K. The search script is loaded on
   first use. */
(() => {
  "use strict";
  let coming = null;
  function loadSearch() {
    if (coming) return coming;
    const place = `${document.body.dataset.assets}/site/search/`;
    const style = document.createElement("link");
    style.rel = "stylesheet";
    style.href = `${place}search.css`;
    const script = document.createElement("script");
    script.src = `${place}suggestions.js`;
    const loaded = (one) =>
      new Promise((done, lost) => {
        one.onload = done;
        one.onerror = lost;
        document.head.append(one);
      });
    coming = Promise.all([loaded(style), loaded(script)]);
    coming.catch(() => {
      coming = null;
    }); /* then the form leads to the page of hits */
    return coming;
  }
  const form = document.querySelector(".top .find");
  const box = form.querySelector(".find-input");
  const button = document.querySelector(".find-button");
  const front = document.querySelector("#db-search-front input[type=search]"); /* the front page's own box */

  async function open() {
    form.classList.add("open");
    box.focus();
    await loadSearch();
    window.drillbookSearch.enhance(box);
  }
  box.addEventListener("focus", open);
  button.addEventListener("click", (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    open();
  });
  const typing = (one) =>
    one.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(one.tagName) || one.closest("[role=slider]");
  document.addEventListener("keydown", (event) => {
    const slash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !typing(event.target);
    const letter =
      event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
    if (!slash && !letter) return;
    event.preventDefault();
    const own = front?.checkVisibility() && front.getBoundingClientRect().bottom > 0 ? front : null;
    if (own) own.focus();
    else open();
    (own || box).select();
  });
  const grow = async () => {
    await loadSearch();
    window.drillbookSearch.enhance(front);
  };
  if (front) front.addEventListener("focus", grow);
  /* whoever was in the box before this script came is served as well */
  if (document.activeElement === box) open();
  else if (front && document.activeElement === front) grow();
})();
