/* The head of a calculator: the question, the answer as a headline, and what the form shows. */

/**
 * Draw the head: the question, the answer as a headline, and the form's words.
 *
 * @param {PlatePart} part
 */
function drawHead({ model, el, signal }) {
  const fixed = model.get("fixed");
  /** @type {Send} */
  const send = (said) => model.send(said);
  const question = h("p", {
    class: "db-question",
    id: freshId("question"),
    text: fixed.title,
    title: fixed.help || false,
  });
  const link = h("a", {
    class: "drillbook-permalink",
    text: "link",
    title: "The address of this very answer",
    hidden: true,
  });
  const kept = h("p", { class: "db-kept", hidden: true }); /* what holds for all plates of the ruleset */
  const complaint = h("p", { class: "db-complaint", role: "alert", hidden: true });
  const headline = h("p", { class: "db-headline" });
  const odds = h("p", { class: "db-odds" });
  const apart = h("p", { class: "db-apart", hidden: true });
  const house = h("p", { class: "db-apart db-house", hidden: true });
  const unseen = h("p", { class: "db-unseen", "aria-live": "polite", "aria-atomic": "true" });
  const situation = h("p", { class: "db-situation" }); /* only on paper, where there is no form */
  const answer = h("div", { class: "db-answer" }, h("div", { class: "db-told" }, headline, odds, apart, house, unseen));
  el.append(
    h(
      "header",
      { class: "db-title" },
      h("span", { class: "db-number", "aria-hidden": "true" }),
      question,
      link,
      kept,
      complaint,
    ),
    situation,
    answer,
  );

  let form = null;
  let plate = null;
  const announce = debounce(700, (words) => setText(unseen, words));

  /* On a phone, and above a long form, the answer may grow, and what is in use below it stays where it is. */
  const narrow = matchMedia("(max-width: 640px)");
  function steadily(change) {
    const below =
      plate?.dataset.spoken &&
      (narrow.matches || plate.classList.contains("db-wide")) &&
      plate.querySelector(".drillbook-form");
    const before = below ? below.getBoundingClientRect().top : 0;
    change();
    if (!below) return;
    answer.style.setProperty("--db-answer-high", `${answer.offsetHeight}px`);
    const moved = below.getBoundingClientRect().top - before;
    if (moved) window.scrollBy({ top: moved, behavior: "instant" });
  }

  function tell() {
    const face = model.get("face");
    if (face.headline === undefined) return; /* nothing has been told yet */
    if (headline.textContent !== face.headline) {
      setUnbroken(headline, face.headline);
      headline.classList.toggle("db-long", face.headline.length > 62);
      headline.classList.toggle("db-longer", face.headline.length > 110);
      if (plate?.dataset.spoken) announce(`${face.headline}. ${face.odds || ""}`);
    }
    headline.classList.toggle("db-refused", Boolean(face.refused));
    setText(situation, (face.situation || []).map(([label, value]) => `${label}: ${value}`).join(" · "));
    if (face.refused && face.rule) {
      odds.replaceChildren("Not allowed: ", ruleLink(face.rule));
    } else setText(odds, face.odds || "");
    showChosenReadings();
    complaint.hidden = !face.complaint;
    setText(complaint, face.complaint || "");
    if (face.instead) {
      const take = h("button", { type: "button", class: "db-instead", text: "Take that" });
      take.addEventListener("click", () => send({ do: "open", address: face.instead }));
      complaint.append(" ", take);
    }
    if (face.href) {
      link.hidden = false;
      link.dataset.own = face.own || "";
      link.setAttribute("href", face.href);
    }
    drawSharedInputs(kept, face.kept, fixed.question, send);
    drawHouseRules(house, face.house, send);
    if (form) form.tell(face.inputs || {});
  }

  function showChosenReadings() {
    drawChosenReadings(apart, model.get("face"), model.get("usual"), send);
  }

  /* The form's controls may be drawn before or after this part; look until all of them are there. */
  function settle() {
    const found = plateOf(el);
    if (!found) return;
    if (found !== plate) {
      plate = found;
      plate.setAttribute("role", "group");
      plate.setAttribute("aria-labelledby", question.id);
      plate.dataset.question = fixed.question;
      form = labelForm(plate, fixed.inputs, send);
      const pictures = plate.querySelector(".drillbook-room");
      if (pictures) globalThis[Symbol.for("drillbook.plates")].eyes?.observe(pictures);
      const remember = () => {
        plate.dataset.spoken = "yes";
      };
      plate.addEventListener("input", remember, { once: true });
      plate.addEventListener("pointerdown", remember, { once: true });
      plate.addEventListener("keydown", remember, { once: true });
    }
    const places = [...document.querySelectorAll(".plate-place")]; // on the site some plates wake later than others
    document.querySelectorAll(".drillbook-plate .db-number").forEach((one, index) => {
      setText(one, `Plate ${1 + (places.length ? places.indexOf(one.closest(".plate-place")) : index)}`);
    });
    form.dress();
    form.renew();
    form.tell(model.get("face").inputs || {});
  }

  const eyes = new MutationObserver(debounce(0, settle));
  const wait = () => {
    settle();
    if (!plate) {
      if (!signal?.aborted) requestAnimationFrame(wait);
      return;
    }
    const place = plate.querySelector(".drillbook-form");
    eyes.observe(plate, { childList: true });
    if (place) eyes.observe(place, { childList: true, subtree: false });
    send({ do: "ready" });
    const settled = storedSharedInputs(fixed.question);
    if (settled) send({ do: "keep", settled });
    move();
  };
  const move = () => {
    if (plate) sendHouseRules(fixed.question, send);
  };

  function open(event) {
    const asked = event.detail || {};
    if (!plate || typeof asked.address !== "string") return;
    if (asked.address.replace(/^\//, "").split("?")[0] !== fixed.question) return;
    if (
      asked.within
        ? !asked.within.contains(plate)
        : document.querySelector(`.drillbook-plate[data-question="${fixed.question}"]`) !== plate
    )
      return;
    send({ do: "open", address: asked.address, own: Boolean(asked.own) });
  }

  window.addEventListener("drillbook:open", open);
  window.addEventListener("drillbook:house", move);
  if (signal)
    signal.addEventListener("abort", () => {
      window.removeEventListener("drillbook:open", open);
      window.removeEventListener("drillbook:house", move);
      eyes.disconnect();
    });
  listen(model, ["face"], signal, () => steadily(tell));
  listen(model, ["usual"], signal, () => steadily(showChosenReadings));
  tell();
  wait();
}
