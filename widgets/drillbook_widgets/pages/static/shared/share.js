/* Shares a rule, a table or one of its rows, a ruling or house rules as text for a forum, a chat or a message. */
window.drillbookShare = (() => {
  "use strict";
  const FORMS = [
    ["link", "Copy link"],
    ["bbcode", "Forum (BBCode)"],
    ["markdown", "Reddit, Discord"],
    ["text", "Plain text"],
  ];
  const ROOM = 6; /* px between a mark and its box */
  const share = /** @type {Window["drillbookShare"]} */ ({});
  let open = null;

  function element(tag, name, words) {
    const el = document.createElement(tag);
    if (name) el.className = name;
    if (words) el.textContent = words;
    if (tag === "button") el.type = "button";
    return el;
  }

  async function copy(box, words, said) {
    box.querySelector("textarea")?.remove();
    const status = box.querySelector("p");
    try {
      await navigator.clipboard.writeText(words);
      status.textContent = `${said}: copied.`;
    } catch {
      /* plain http or a refusal: the words are selected for the reader to copy */
      const field = element("textarea");
      field.value = words;
      field.readOnly = true;
      field.rows = 6;
      field.setAttribute("aria-label", "Text to copy");
      box.append(field);
      field.focus();
      field.select();
      status.textContent = "The text is selected: copy it with Ctrl+C (⌘C), or press and hold.";
    }
  }

  /* The box of ways. short: the ruleset; query: gives what is asked of the site, anew each time. */
  share.box = (short, query) => {
    const box = element("div", "handing");
    box.setAttribute("role", "group");
    box.setAttribute("aria-label", "Hand on");
    for (const [form, words] of FORMS) {
      const button = element("button", "", words);
      button.addEventListener("click", async () => {
        let told = null;
        try {
          told = await (await fetch(`/${short}/piece.json?${query()}`)).json();
        } catch {
          /* said below */
        }
        if (!box.isConnected) return;
        if (!told || told.sorry) {
          box.querySelector("p").textContent = told ? told.sorry : "The site cannot be reached at the moment.";
          return;
        }
        copy(
          box,
          told[form].replaceAll("{site}", window.drillbookEdition?.home ?? location.origin),
          words.replace("Copy l", "L"),
        );
      });
      box.append(button);
    }
    const status = element("p");
    status.setAttribute("role", "status");
    box.append(status);
    return box;
  };

  function close(back) {
    if (!open) return;
    open.box.remove();
    if (back) open.mark.focus();
    open = null;
  }

  /* Beside a mark of the text; a table's own mark also lets one of its rows be chosen. */
  share.openBeside = (mark, short, id) => {
    const again = open && open.mark === mark;
    close(false);
    if (again) return;
    const rows = share.rows(mark);
    const select = element("select");
    const box = share.box(short, () => `of=${encodeURIComponent(id)}${select.value ? `&row=${select.value}` : ""}`);
    if (rows.length) {
      select.setAttribute("aria-label", "What of the table");
      select.append(new Option("the whole table", ""), ...rows.map((words, at) => new Option(words, String(at))));
      box.prepend(select);
    }
    const away = element("button", "handing-away", "Close");
    away.addEventListener("click", () => close(true));
    box.querySelector("p").before(away);
    document.body.append(box);
    const rect = mark.getBoundingClientRect();
    const wide = document.documentElement.clientWidth;
    box.style.left = `${Math.max(ROOM, Math.min(rect.left, wide - box.offsetWidth - ROOM)) + window.scrollX}px`;
    box.style.top = `${rect.bottom + ROOM + window.scrollY}px`;
    open = { mark, box };
    box.querySelector("button, select").focus({ preventScroll: true });
  };
  /* The first cells of the table that stands under a caption's mark. */
  share.rows = (mark) => {
    const caption = mark.closest("p.caption");
    const table = caption?.nextElementSibling?.querySelector("table");
    const said = (cell) =>
      [...cell.childNodes]
        .map((one) => (one.matches?.(".pilcrow") ? "" : one.querySelector?.(".pilcrow") ? said(one) : one.textContent))
        .join("");
    return table
      ? [...table.querySelectorAll("tbody tr")].map((row) => said(row.cells[0]).replace(/\s+/g, " ").trim())
      : [];
  };

  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    const mark = event.target.closest?.("a.pilcrow[href^='#']");
    if (!mark) return;
    window.drillbookTooltips?.hide();
    const id = decodeURIComponent(mark.getAttribute("href").slice(1));
    share.openBeside(mark, document.documentElement.dataset.book, id);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && open) close(true);
  });
  document.addEventListener("pointerdown", (event) => {
    if (open && !open.box.contains(event.target) && !open.mark.contains(event.target)) close(false);
  });
  return share;
})();
