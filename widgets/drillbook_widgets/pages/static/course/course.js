/* A course: the reader guesses before seeing an answer. Each guess is made once, judged and stored in this browser,
   with the place in the course. Without this script every answer is folded below its question. */
(() => {
  "use strict";
  const page = document.querySelector("#page[data-chapter]");
  const boxes = page ? [...page.querySelectorAll(".guess[data-kind]")] : [];
  if (!boxes.length) return;
  const STORED = `drillbook-course-${document.documentElement.dataset.book}`;
  const NEAR = 5,
    FAIR = 15; /* points of a hundred */
  const MOST = 1000;
  let kept = { guesses: {}, place: "" };
  try {
    kept = { ...kept, ...JSON.parse(localStorage.getItem(STORED) || "{}") };
  } catch {
    /* then it begins anew */
  }
  if (typeof kept.guesses !== "object" || !kept.guesses) kept.guesses = {};
  const keep = () => {
    try {
      localStorage.setItem(STORED, JSON.stringify(kept));
    } catch {
      /* then it lasts as long as the page */
    }
  };

  function h(tag, wear, ...inside) {
    const el = document.createElement(tag);
    for (const [name, value] of Object.entries(wear || {})) {
      if (name === "text") el.textContent = value;
      else if (value !== false && value !== null) el.setAttribute(name, value === true ? "" : value);
    }
    el.append(...inside.filter(Boolean));
    return el;
  }

  /* A lesson goes on when its guess has been made: what follows the first one that is open waits, its plate among it. */
  const lessons = [...page.querySelectorAll(".part")].map((part) => [
    ...part.querySelectorAll(":scope > .words > *, :scope > .cell:not(.words)"),
  ]);
  function unfold() {
    for (const lesson of lessons) {
      let waits = false;
      for (const one of lesson) {
        one.classList.toggle("course-later", waits);
        waits ||= one.matches(".guess[data-kind]:not([data-how])");
      }
    }
    window.dispatchEvent(new Event("resize")); /* pictures that were folded take their width */
  }

  const plates = [...page.querySelectorAll(".plate-place")];
  const shown = (box) => plates.some((one) => one.dataset.usual === box.dataset.address);

  function verdict(box, guess) {
    const { kind, right, unit } = box.dataset;
    if (kind === "choice") return guess === right ? ["right", "Right."] : ["wrong", `Not so: the answer is ${right}.`];
    const off = Math.abs(Number(guess) - Number(right));
    const written = (number) => `${number}${unit ? (unit === "+" ? "+" : ` ${unit}`) : ""}`;
    if (kind === "number") {
      if (off < 0.05) return ["right", `Exactly: ${written(right)}.`];
      const near = off <= Math.max(1, Number(right) / 10) ? "near" : "wrong";
      return [
        near,
        `You said ${written(guess)}; it is ${written(right)}, ${Number(off.toFixed(2))} ${Number(guess) > Number(right) ? "less" : "more"}.`,
      ];
    }
    const points = off < 0.95 ? "less than a point" : `${Math.round(off)} point${Math.round(off) === 1 ? "" : "s"}`;
    const side =
      Number(guess) > Number(right) ? "It is less likely than you thought." : "It is likelier than you thought.";
    const told = `You said ${guess} %, it is ${right} %`;
    if (off <= NEAR) return ["right", `${told}: as good as right, ${points} off.`];
    if (off <= FAIR) return ["near", `${told}: not far off, by ${points}. ${side}`];
    return ["wrong", `${told}: ${points} off. ${side}`];
  }

  /* A number as people write one, "4,5", "6+" or "7 cm", as a machine does; nothing where it is none. */
  function plainNumber(written, unit) {
    const bare = written.trim().toLowerCase().replace(",", ".");
    const end = (unit || "").toLowerCase();
    const plain = (end && bare.endsWith(end) ? bare.slice(0, -end.length) : bare).trim();
    return /^\d+(\.\d*)?$|^\.\d+$/.test(plain) && Number(plain) <= MOST ? String(Number(plain)) : "";
  }

  function makeForm(box) {
    const { kind, name, unit } = box.dataset;
    const asked = box.querySelector("strong").textContent;
    const form = h("form", { class: "guess-form", novalidate: true }); /* what is wrong is said in our own words */
    const sorry = h("p", { class: "guess-sorry", role: "alert" });
    let wrong = () => "";
    const say = h("p", { class: "guess-verdict", role: "status" });
    const look = h("button", { type: "button", class: "guess-look", text: "Just show me" });
    const go = h("button", { type: "submit", class: "guess-go", text: "That is my guess" });
    let value = () => "";
    if (kind === "chance") {
      const slide = h("input", {
        type: "range",
        min: 0,
        max: 100,
        step: 1,
        value: 50,
        "aria-label": `${asked} In percent`,
      });
      const number = h("output", { text: "50 %" });
      const show = () => {
        number.textContent = `${slide.value} %`;
        slide.setAttribute("aria-valuetext", `${slide.value} percent`);
      };
      slide.addEventListener("input", show);
      show();
      value = () => slide.value;
      form.append(
        h(
          "div",
          { class: "guess-slide" },
          h("span", { text: "never", "aria-hidden": true }),
          slide,
          h("span", { text: "certain", "aria-hidden": true }),
          number,
        ),
      );
    } else if (kind === "number") {
      const number = h("input", {
        type: "text",
        inputmode: "decimal",
        maxlength: 12,
        autocomplete: "off",
        "aria-label": `${asked}${unit ? ` In ${unit === "+" ? "points of the die, or more" : unit}` : ""}`,
      });
      value = () => plainNumber(number.value, unit);
      wrong = () => {
        const odd = value() === "";
        number.setAttribute("aria-invalid", String(odd));
        if (odd) number.focus();
        return (
          odd &&
          `A guess is a number from 0 to ${MOST}, such as 4${number.value.trim() ? `, not “${number.value.trim()}”` : ""}. Write one, or have the answer shown.`
        );
      };
      form.append(
        h("span", { class: "guess-number" }, number, unit ? h("span", { text: unit, "aria-hidden": true }) : null),
      );
    } else {
      const group = h("div", { class: "guess-choice", role: "radiogroup", "aria-label": asked });
      for (const item of box.querySelectorAll(".guess-options li")) {
        group.append(
          h(
            "label",
            {},
            h("input", { type: "radio", name: `guess-${name}`, value: item.textContent.trim() }),
            h("span", { text: item.textContent.trim() }),
          ),
        );
      }
      value = () => group.querySelector("input:checked")?.value || "";
      wrong = () => !value() && "Choose one of the answers first, or have the right one shown.";
      form.append(group);
    }
    form.append(
      sorry,
      h("div", { class: "guess-ways" }, go, look),
      h("p", { class: "guess-waits", text: "The lesson goes on from here when you have guessed." }),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      sorry.textContent = wrong() || "";
      if (sorry.textContent) return;
      kept.guesses[name] = value();
      keep();
      showResult(box, true);
    });
    look.addEventListener("click", () => {
      kept.guesses[name] = null;
      keep();
      showResult(box, true);
    });
    box.querySelector(".guess-options")?.setAttribute("hidden", "");
    box.querySelector(".guess-answer").before(form, say);
    box.querySelector(".guess-answer").hidden = true;
  }

  /* Is there a guess of it in this browser, and one that makes sense? */
  function readable(box) {
    const guess = kept.guesses[box.dataset.name];
    if (guess === null || guess === undefined) return guess === null;
    if (typeof guess !== "string") return false;
    const options = [...box.querySelectorAll(".guess-options li")].map((item) => item.textContent.trim());
    return box.dataset.kind === "choice" ? options.includes(guess) : plainNumber(guess, "") !== "";
  }

  /* The guess has been made: what came of it stands there, its answer below. */
  function showResult(box, now) {
    const guess = kept.guesses[box.dataset.name];
    const say = box.querySelector(".guess-verdict"),
      answer = box.querySelector(".guess-answer");
    const [how, words] = guess === null ? ["shown", "You had it shown."] : verdict(box, guess);
    box.dataset.how = how;
    box.querySelector(".guess-form").remove();
    answer.hidden = false;
    answer.open = now && !shown(box); /* a plate that follows says why itself */
    answer.querySelector("summary").textContent = "Why";
    say.replaceChildren(
      h("span", { class: "guess-mark", "aria-hidden": true, text: { right: "✓", near: "≈", wrong: "✗" }[how] || "·" }),
      ` ${words}`,
    );
    if (now) {
      say.tabIndex = -1;
      say.focus({ preventScroll: true });
    }
    if (!now) return;
    unfold();
    score();
  }

  /* How far the reader has come, at the head of the page and in each lesson. */
  const board = h("div", { class: "course-board", role: "group", "aria-label": "How far you have come" });
  const meter = h("progress", { max: boxes.length, value: 0, "aria-label": "Guesses made" });
  const line = h("p", { role: "status" });
  const on = h("a", { class: "course-on", href: "#page" });
  const anew = h("button", { type: "button", class: "course-anew", text: "Start again" });
  board.append(meter, line, h("p", { class: "course-ways" }, on, anew));
  page.querySelector("article h1").closest("section").after(board);
  anew.addEventListener("click", () => {
    kept = { guesses: {}, place: "" };
    try {
      localStorage.removeItem(STORED);
    } catch {
      /* nothing was kept */
    }
    location.hash = "";
    location.reload();
  });

  function score() {
    const done = boxes.filter((box) => box.dataset.how);
    const guessed = done.filter((box) => box.dataset.how !== "shown");
    const right = guessed.filter((box) => box.dataset.how === "right").length;
    const offs = guessed
      .filter((box) => box.dataset.kind === "chance")
      .map((box) => Math.abs(Number(kept.guesses[box.dataset.name]) - Number(box.dataset.right)));
    meter.value = done.length;
    const mean = offs.length
      ? `; your chances are off by ${Math.round(offs.reduce((sum, one) => sum + one, 0) / offs.length)} points on average`
      : "";
    line.textContent = done.length
      ? `${done.length} of ${boxes.length} answers seen, ${guessed.length ? `${right} of ${guessed.length} guesses right or as good as right${mean}` : "none guessed"}.`
      : `${boxes.length} guesses lie ahead. They are kept in this browser alone.`;
    anew.hidden = !done.length;
    const next = boxes.find((box) => !box.dataset.how);
    on.hidden = !done.length || !next;
    if (next) {
      on.href = `#${next.id}`;
      on.textContent = `Go on: ${lesson(next)}`;
    }
  }
  function lesson(box) {
    const heads = [...page.querySelectorAll("article h2")].filter(
      (head) => head.compareDocumentPosition(box) & Node.DOCUMENT_POSITION_FOLLOWING,
    );
    const head = heads[heads.length - 1];
    return head ? head.firstChild.textContent.trim() : "the beginning";
  }

  /* On paper every answer stands below its question, and the screen is as it was afterwards. */
  const folds = boxes.map((box) => box.querySelector(".guess-answer"));
  let before = [];
  addEventListener("beforeprint", () => {
    before = folds.map((one) => [one.hidden, one.open]);
    for (const one of folds) {
      one.hidden = false;
      one.open = true;
    }
  });
  addEventListener("afterprint", () =>
    before.forEach(([hidden, open], at) => {
      folds[at].hidden = hidden;
      folds[at].open = open;
    }),
  );

  for (const box of boxes) {
    makeForm(box);
    if (readable(box)) showResult(box, false);
  }
  unfold();
  score();
  page.dataset.course = "ready";
})();
