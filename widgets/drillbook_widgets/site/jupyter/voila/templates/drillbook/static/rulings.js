/* A ruling that is opened can be handed on: its link, and a text to paste into a discussion. */
(function () {
  "use strict";
  async function copy(words, button) {
    const before = button.textContent;
    try {
      await navigator.clipboard.writeText(words);
      button.textContent = "Copied";
    } catch (e) { /* plain http or a refusal: the words are selected for the reader to copy */
      const field = document.createElement("textarea");
      field.value = words;
      field.readOnly = true;
      field.rows = Math.min(8, words.split("\n").length + 1);
      field.setAttribute("aria-label", "Text to copy");
      button.parentElement.after(field);
      field.focus();
      field.select();
      field.addEventListener("blur", () => field.remove(), { once: true });
      button.textContent = "Copy the marked text";
    }
    setTimeout(() => { button.textContent = before; }, 2500);
  }

  const said = (element) => element.textContent.replace(/\s+/g, " ").trim();

  function linkOf(note) {
    return location.origin + "/" + document.getElementById("page").dataset.chapter + "#" + note.querySelector("summary a[id]").id;
  }

  function wordsOf(note) {
    const [ask, ...rest] = [...note.querySelectorAll(":scope > summary > b, :scope > p:not(.ruling-share), :scope > ul > li")].map(said);
    return [ask, ...rest, linkOf(note)].join("\n");
  }

  document.addEventListener("toggle", (event) => {
    const note = event.target;
    if (!note.matches("details.ruling[open]") || note.querySelector(".ruling-share")) return;
    const share = document.createElement("p");
    share.className = "ruling-share";
    for (const [words, text] of [["Copy link", linkOf], ["Copy as text", wordsOf]]) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = words;
      button.addEventListener("click", () => copy(text(note), button));
      share.append(button);
    }
    note.append(share);
  }, { capture: true });
})();
