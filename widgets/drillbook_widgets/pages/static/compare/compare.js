/* Changes a case in place: it fetches the page with the form's address and replaces the answers. */
(() => {
  "use strict";
  const PAUSE = 150; /* milliseconds without a change before the site is asked */
  const forms = window.drillbookTableForm;
  const room = document.querySelector(".compared[data-link]");
  const note = room.querySelector(".cmp-note");
  const cells = [...room.querySelectorAll(".cmp-cell")];
  let turn = 0;
  let asking = null;

  const question = (cell) => cell.dataset.address.split("?")[0];
  /* The readings of the case stay as they are: the form does not know them. */
  function address(cell) {
    const form = cell.querySelector(".cmp-change form");
    if (!form || !cell.dataset.changed) return cell.dataset.address;
    const readings = [...new URLSearchParams(cell.dataset.address.split("?")[1] || "")].filter(([name]) =>
      name.startsWith("ruling."),
    );
    const inputs = Object.entries(forms.read(form));
    return `${question(cell)}?${[...inputs, ...readings].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&")}`;
  }
  async function ask() {
    const mine = ++turn;
    asking?.abort();
    room.dataset.state = "asking";
    await new Promise((done) => setTimeout(done, PAUSE));
    if (mine !== turn) return;
    const link = `/compare?${new URLSearchParams(cells.map((cell) => [cell.dataset.letter, address(cell)]))}`;
    try {
      asking = new AbortController();
      const reply = await fetch(link, { signal: asking.signal });
      if (!reply.ok) throw new Error(String(reply.status));
      const made = new DOMParser().parseFromString(await reply.text(), "text/html");
      if (mine !== turn) return;
      replaceAnswers(made);
      note.textContent = "";
      history.replaceState(history.state, "", window.drillbookEdition?.localLink(link) ?? link);
    } catch (problem) {
      if (mine !== turn || problem.name === "AbortError") return;
      note.textContent = "The site does not answer just now; shown are the last answers.";
    }
    delete room.dataset.state;
  }
  function replaceAnswers(made) {
    room.querySelector(".cmp-live").replaceChildren(...made.querySelector(".cmp-live").childNodes);
    for (const cell of cells) {
      const fresh = made.querySelector(`.cmp-cell[data-letter="${cell.dataset.letter}"]`);
      cell.querySelector(".cmp-answer").replaceChildren(...fresh.querySelector(".cmp-answer").childNodes);
      cell.querySelector(":scope > .complaint")?.remove();
      const complaint = fresh.querySelector(":scope > .complaint");
      if (complaint) cell.prepend(complaint);
      cell.dataset.address = fresh.dataset.address;
      document.querySelector(`.cmp-own input[name="${cell.dataset.letter}"]`).value = fresh.dataset.address;
      const form = cell.querySelector(".cmp-change form");
      const shown = [...fresh.querySelectorAll(".cmp-change .input:not([hidden])")].map((home) => home.dataset.input);
      if (form && shown.length) forms.showOnly(form, shown);
    }
  }
  for (const cell of cells) {
    const change = cell.querySelector(".cmp-change");
    if (!change) continue;
    change.hidden = false;
    forms.watch(change.querySelector("form"), () => {
      cell.dataset.changed = "yes";
      ask();
    });
  }
  /* A case that was put beside itself is there to be changed. */
  const doubled = cells.find((cell, at) =>
    cells.slice(0, at).some((other) => other.dataset.address === cell.dataset.address),
  );
  if (doubled?.querySelector(".cmp-change")) doubled.querySelector(".cmp-change").open = true;
})();
