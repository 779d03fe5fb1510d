/* The Share tab: the link, and the answer as text and on paper. Where the page may not copy, the text is selected. */
PANELS.share = ({ model, panel }) => {
  const told = model.get("share");
  let room = panel.firstElementChild;
  if (!room?.classList.contains("db-share")) {
    const status = h("p", { class: "db-quiet db-status", role: "status" });
    const field = h("textarea", {
      class: "db-copytext",
      readonly: true,
      rows: "6",
      "aria-label": "Text to copy",
      hidden: true,
    });
    const link = h("input", {
      class: "db-entry db-link",
      type: "text",
      readonly: true,
      "aria-label": "Link to this answer",
      onfocus: (event) => event.target.select(),
    });
    const give = async (topic, words) => {
      const text = model.get("share")[topic] || "";
      field.hidden = true;
      try {
        await navigator.clipboard.writeText(text);
        setText(status, `${words} copied.`);
      } catch {
        field.hidden = false;
        field.value = text;
        field.focus();
        field.select();
        setText(
          status,
          "This page may not use the clipboard here. The text is selected: copy it with Ctrl+C (⌘C), or press and hold.",
        );
      }
    };
    const button = (topic, words, done) =>
      h("button", { type: "button", class: "db-small", text: words, onclick: () => give(topic, done) });
    const print = () => {
      const sheet = printedAnswer(model.get("share").paper);
      const root = document.documentElement;
      window.addEventListener(
        "afterprint",
        () => {
          root.classList.remove("db-printing");
          sheet.remove();
        },
        { once: true },
      );
      document.body.append(sheet);
      root.classList.add("db-printing");
      window.print();
    };
    room = h(
      "div",
      { class: "db-share" },
      h("div", { class: "db-buttons" }, link, button("link", "Copy link", "The link is")),
      h(
        "div",
        { class: "db-buttons" },
        h("span", { class: "db-quiet", text: "Copy as" }),
        button("bbcode", "forum (BBCode)", "BBCode"),
        button("discord", "Discord", "The text for Discord"),
        button("markdown", "Reddit (Markdown)", "Markdown"),
        button("text", "plain text", "Plain text"),
        h("button", {
          type: "button",
          class: "db-small",
          text: "Print",
          title: "This answer alone, on paper",
          onclick: print,
        }),
      ),
      status,
      field,
      h("p", { class: "db-buttons db-with" }),
    );
    panel.replaceChildren(room);
  }
  for (const button of room.querySelectorAll("button"))
    button.disabled = !told.link; /* nothing to give before it is worked out */
  const beside = room.querySelector(".db-with");
  if (told.address && beside.dataset.of !== told.address) {
    beside.dataset.of = told.address;
    const ways = [
      sideBySide("another case", told.address, told.address),
      ...(told.kin || []).map(([title, address]) => sideBySide(title, told.address, address)),
    ].filter(Boolean);
    beside.replaceChildren(...(ways.length ? [h("span", { class: "db-quiet", text: "Compare with" }), ...ways] : []));
  }
  const link = room.querySelector(".db-link");
  if (link.value !== told.link) link.value = told.link || "";
};
