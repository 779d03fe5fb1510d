/* The tabs about dice: Luck and Roll it. Their fields are made once and kept, so that nothing typed is lost. */
PANELS.luck = ({ model, panel, send }) => {
  const told = model.get("luck");
  if (!told.noun) return panel.replaceChildren();
  const kind = `${told.ordered} ${told.dice} ${(told.options || []).join("|")}`;
  let room = panel.firstElementChild;
  if (!room || room.dataset.luck !== kind) {
    const ask = (event) => send({ do: "luck", text: event.target.value });
    const field = told.options
      ? h(
          "select",
          { class: "db-entry", onchange: ask },
          h("option", { value: "", text: "choose" }),
          told.options.map((one) => h("option", { value: one, text: one })),
        )
      : h("input", {
          class: "db-entry",
          type: "text",
          maxlength: "200",
          autocomplete: "off",
          oninput: ask,
          onkeydown: (event) => event.stopPropagation(),
        });
    field.value = told.given || "";
    /* Where outcomes have names, dice have a field of their own. */
    const dice =
      told.options && told.dice
        ? h("input", {
            class: "db-entry db-dice",
            type: "text",
            maxlength: "200",
            autocomplete: "off",
            oninput: ask,
            onkeydown: (event) => event.stopPropagation(),
          })
        : null;
    room = h(
      "div",
      { class: "db-luck", "data-luck": kind },
      h("label", {}, h("span", { text: `What came up (${told.noun || "outcome"})` }), field),
      dice && h("label", {}, h("span", { text: "or the dice as they fell" }), dice),
      h("div", { class: "db-found", "aria-live": "polite" }),
    );
    panel.replaceChildren(room);
  }
  const found = room.querySelector(".db-found");
  if (told.wrong) found.replaceChildren(h("p", { class: "db-complaint", text: told.wrong }));
  else if (told.lines) {
    found.replaceChildren(
      ...(told.read ? [h("p", { class: "db-difference", text: `${told.read}.` })] : []),
      h(
        "table",
        { class: "db-steps" },
        h(
          "tbody",
          {},
          told.lines.map(([label, words]) =>
            h("tr", {}, h("th", { scope: "row", text: label }), h("td", { text: words })),
          ),
        ),
      ),
      h("p", { class: "db-difference", text: told.words }),
    );
  } else
    found.replaceChildren(
      h("p", {
        class: "db-quiet",
        text: told.dice
          ? "Enter what came of it, or the dice as they fell (2, 5, 6), and see how rare it was."
          : "Enter what you rolled, and see how rare it was.",
      }),
    );
};

PANELS.roll = ({ model, panel, send }) => {
  const told = model.get("roll");
  const { choices } = told;
  if (!choices) return panel.replaceChildren();
  let room = panel.firstElementChild;
  if (!room || room.dataset.choices !== choices.join()) {
    const throws = h(
      "select",
      { class: "db-entry db-throws" },
      choices.map((one) =>
        h("option", { value: String(one), text: one.toLocaleString("en").replaceAll(",", "\u202f") }),
      ),
    );
    throws.value = String(told.throws || 10000);
    const seed = h("input", {
      class: "db-entry db-seed",
      type: "text",
      inputmode: "numeric",
      maxlength: "10",
      value: String(told.seed ?? 1),
      onkeydown: (event) => event.stopPropagation(),
    });
    const go = h("button", {
      type: "button",
      class: "db-small db-go",
      text: "Roll",
      onclick: () => {
        if (room.dataset.running) send({ do: "stop" });
        else send({ do: "roll", throws: throws.value, seed: seed.value });
      },
    });
    const next = h("button", {
      type: "button",
      class: "db-small",
      text: "Other dice",
      title: "The next seed",
      onclick: () => {
        seed.value = String((parseInt(seed.value, 10) || 0) + 1);
        send({ do: "roll", throws: throws.value, seed: seed.value });
      },
    });
    room = h(
      "div",
      { class: "db-roll", "data-choices": choices.join() },
      h(
        "div",
        { class: "db-buttons" },
        h("label", {}, h("span", { text: "Throws" }), throws),
        h("label", {}, h("span", { text: "Seed" }), seed),
        go,
        next,
      ),
      h("progress", { class: "db-progress", max: "1", value: 0, "aria-label": "Throws done" }),
      h("div", { class: "db-found", "aria-live": "polite" }),
    );
    panel.replaceChildren(room);
  }
  const share = told.throws ? (told.done || 0) / told.throws : 0;
  const running = share > 0 && share < 1;
  if (running) room.dataset.running = "yes";
  else delete room.dataset.running;
  room.querySelector("progress").value = share;
  setText(room.querySelector(".db-go"), running ? "Stop" : "Roll");
  if (told.seed !== undefined && document.activeElement !== room.querySelector(".db-seed"))
    room.querySelector(".db-seed").value = String(told.seed);
  const found = room.querySelector(".db-found");
  if (told.wrong) found.replaceChildren(h("p", { class: "db-complaint", text: told.wrong }));
  else if (told.rows) {
    found.replaceChildren(
      h("p", { class: "db-difference", text: told.words }),
      h(
        "div",
        { class: "db-scroll", tabindex: "0", role: "region", "aria-label": "Rolled and exact" },
        h(
          "table",
          { class: "db-data" },
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              ["Outcome", "Rolled", "Exact"].map((words) => h("th", { scope: "col", text: words })),
            ),
          ),
          h(
            "tbody",
            {},
            told.rows.map((row) =>
              h(
                "tr",
                {},
                row.map((words, index) => (index ? h("td", { text: words }) : h("th", { scope: "row", text: words }))),
              ),
            ),
          ),
        ),
      ),
    );
  } else if (!running)
    found.replaceChildren(
      h("p", {
        class: "db-quiet",
        text: "Throw the dice of these rules and see the dots settle on the exact bars. The same seed gives the same dice.",
      }),
    );
};
