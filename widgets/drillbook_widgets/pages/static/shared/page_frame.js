/* The frame of a page: its colours, and the current place in the contents. */
(() => {
  "use strict";
  const root = document.documentElement;

  function applyTheme(theme) {
    root.dataset.theme = theme;
    const light = theme !== "dark";
    document.body.dataset.jpThemeLight = String(light);
    document.body.dataset.jpThemeName = light ? "JupyterLab Light" : "JupyterLab Dark";
    document.body.classList.toggle("theme-dark", !light);
    document.body.classList.toggle("theme-light", light);
    button.setAttribute("aria-pressed", String(!light));
    window.dispatchEvent(new CustomEvent("drillbook:theme", { detail: { theme } }));
  }

  const button = document.querySelector(".theme-button");
  button.hidden = false;
  button.addEventListener("click", () => {
    const theme = root.dataset.theme === "dark" ? "light" : "dark";
    try {
      localStorage.setItem("drillbook-theme", theme);
    } catch {
      /* then it lasts as long as the page */
    }
    applyTheme(theme);
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", (event) => {
    let kept = null;
    try {
      kept = localStorage.getItem("drillbook-theme");
    } catch {
      /* as above */
    }
    if (!kept) applyTheme(event.matches ? "dark" : "light");
  });
  applyTheme(root.dataset.theme);

  const links = [...document.querySelectorAll(".contents a")];
  const heads = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))));
  if (links.length) {
    let waiting = false;
    let chosen = -1; // a section just asked for stays the current one while it is in view, however short it is
    const mark = () => {
      waiting = false;
      const line = 140;
      let at = -1;
      heads.forEach((head, index) => {
        if (head && head.getBoundingClientRect().top < line) at = index;
      });
      if (window.innerHeight + window.scrollY >= root.scrollHeight - 4) at = links.length - 1;
      const asked = heads[chosen]?.getBoundingClientRect().top;
      if (asked > -line && asked < window.innerHeight) at = chosen;
      links.forEach((link, index) => {
        if (index === at) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
      });
    };
    const soon = () => {
      if (!waiting) {
        waiting = true;
        requestAnimationFrame(mark);
      }
    };
    addEventListener("scroll", soon, { passive: true });
    addEventListener("resize", soon);
    // plates that come alive move what is below them: a section asked for is kept in place until the reader moves on
    new ResizeObserver(() => {
      heads[chosen]?.scrollIntoView({ behavior: "instant" });
      soon();
    }).observe(document.body);
    links.forEach((link, index) =>
      link.addEventListener("click", () => {
        chosen = index;
        soon();
      }),
    );
    for (const by of ["wheel", "touchmove", "keydown", "pointerdown"])
      addEventListener(
        by,
        () => {
          chosen = -1;
        },
        { passive: true },
      );
    mark();
  }
})();
