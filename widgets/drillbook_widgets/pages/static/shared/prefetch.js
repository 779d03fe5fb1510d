/* Fetches the page that the reader is likely to open next: on pointing at its link, or near the end. */
(() => {
  "use strict";
  const LINKS = ".side-list a, .onward a";
  const fetched = new Set([location.pathname]);

  function fetchAhead(link) {
    const url = new URL(link.href, location.href);
    if (url.origin !== location.origin || url.pathname === "/" || fetched.has(url.pathname)) return;
    if (navigator.connection?.saveData) return;
    fetched.add(url.pathname);
    const hint = document.createElement("link");
    hint.rel = "prefetch";
    hint.href = url.pathname;
    document.head.append(hint);
  }
  for (const kind of ["pointerover", "focusin", "touchstart"]) {
    document.addEventListener(
      kind,
      (event) => {
        const link = event.target.closest?.(LINKS);
        if (link) fetchAhead(link);
      },
      { passive: true },
    );
  }
  const next = document.querySelector(".onward .after");
  if (!next) return;
  const end = new IntersectionObserver(
    ([seen]) => {
      if (!seen.isIntersecting) return;
      end.disconnect();
      fetchAhead(next);
    },
    { rootMargin: "100% 0px" },
  );
  end.observe(next);
})();
