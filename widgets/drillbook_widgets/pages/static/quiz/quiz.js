/* A quiz: the first answer counts, its explanation opens, and the score is shown. */
(() => {
  const form = document.querySelector(".quiz-items");
  if (!form) return;
  const score = document.querySelector(".quiz-score");
  const items = [...form.querySelectorAll(".quiz-item")];
  let right = 0,
    done = 0;
  const showScore = () => {
    score.hidden = false;
    const part =
      done < items.length
        ? `${right} of ${done} right, ${items.length - done} to go.`
        : `${right} of ${items.length} right.`;
    score.textContent =
      done < items.length
        ? part
        : `${part} ${right === items.length ? "Nothing left to learn here." : "The explanations link to the rules."}`;
  };
  for (const item of items) {
    item.dataset.open = "yes";
    item.addEventListener("change", (event) => {
      if (item.dataset.chosen) return;
      const chosen = event.target.value,
        good = chosen === item.dataset.right;
      item.dataset.chosen = chosen;
      done += 1;
      right += good ? 1 : 0;
      for (const one of item.querySelectorAll("input")) {
        const label = one.closest(".quiz-option");
        one.disabled = !one.checked;
        label.classList.toggle("is-right", one.value === item.dataset.right);
        label.classList.toggle("is-wrong", one.checked && !good);
      }
      const slip = item.querySelector(`.quiz-slips [data-option="${chosen}"]`);
      item.querySelector(".quiz-answer").open = true;
      const verdict = item.querySelector(".quiz-verdict");
      verdict.textContent = good ? "✓ Right." : `✗ No. ${slip ? slip.lastChild.textContent.trim() : ""}`;
      showScore();
    });
  }
  /* A link wins: the quiz goes by the readings that its address spells, and by the book's own where it spells none. */
  const page = document.getElementById("page");
  const note = page.querySelector(".quiz-house");
  const house = window.drillbookHouseRules;
  const spelt = new URLSearchParams(form.dataset.spelt);
  const yours = new URLSearchParams(house.quizQuery(page.dataset.quiz));
  const same = (one, other) => {
    one.sort();
    other.sort();
    return String(one) === String(other);
  };
  const say = (words, way, label) => {
    const link = Object.assign(document.createElement("a"), { href: way, textContent: label });
    note.replaceChildren(words, " ", link, ".");
    note.hidden = false;
  };
  if (String(spelt) && same(yours, spelt))
    say(
      "This quiz goes by your house rules, which its address spells out.",
      form.dataset.plain,
      "By the book's own readings",
    );
  else if (String(spelt))
    say(
      "This quiz goes by the house rules that its link spells out.",
      form.dataset.plain,
      "By the book's own readings",
    );
  else if (String(yours))
    say(
      "This quiz goes by the book's own readings, as its link does.",
      `${form.dataset.plain}&${yours}`,
      "By your house rules",
    );
  const print = document.querySelector(".quiz-print");
  print.hidden = !items.length;
  print.addEventListener("click", () => window.print());
  form.addEventListener("submit", (event) => event.preventDefault());
})();
