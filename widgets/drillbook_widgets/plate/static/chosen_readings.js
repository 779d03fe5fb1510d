/* Chips for readings in force that are not the book's own: which one, the usual answer, and the way back. */

/**
 * Make a chip for each reading that is not the book's own, with the way back.
 *
 * @param {ChosenReading[]} readings
 * @param {Send} send
 * @param {HouseTopic} [house]
 * @returns {HTMLElement[]}
 */
function readingChips(readings, send, house) {
  return readings.map((one) => {
    const own = (house?.here || []).includes(one.ruling);
    const title = h("i", { text: one.title });
    const here = one.rule && document.getElementById(one.rule);
    const site = one.page && document.querySelector("[data-chapter]");
    const href = here ? `#${encodeURIComponent(one.rule)}` : site ? one.page : null;
    return h(
      "span",
      { class: "db-apart-one" },
      own ? `your house rule: ${one.named} ` : `${one.named} `,
      href ? h("a", { href, title: one.words }, title) : h("span", { title: one.words }, title),
      h("button", {
        type: "button",
        class: "db-apart-back",
        text: "take ours",
        "aria-label": `Go back to our reading of ${one.title}`,
        onclick: () => send({ do: "read", ruling: one.ruling, letter: one.ours }),
      }),
      site &&
        h("a", {
          class: "db-apart-all",
          href: `/${one.page.split("/")[1]}/rulings#${one.rule}`,
          text: "all readings",
          "aria-label": `All readings of ${one.title}`,
        }),
    );
  });
}

/**
 * Draw the chips under the headline; the last answer's "usually" stays until the next is worked out.
 *
 * @param {HTMLElement} el
 * @param {FaceTopic} face
 * @param {PlateTopics["usual"]} usual
 * @param {Send} send
 */
function drawChosenReadings(el, face, usual, send) {
  const readings = face.readings || [];
  el.hidden = !readings.length;
  const told = readings.map((one) => one.rule + one.named).join(" ") + (face.house?.here || []).join();
  if (el.dataset.told !== told) {
    el.dataset.told = told;
    el.replaceChildren(...readingChips(readings, send, face.house), h("span", { class: "db-apart-usual" }));
  }
  if (!readings.length) return;
  const known = usual.address === face.address;
  const words = known ? usual.headline : "";
  const place = el.querySelector(".db-apart-usual");
  if (known) setText(place, !words ? "" : words === face.headline ? "usually the same" : `usually “${words}”`);
}
