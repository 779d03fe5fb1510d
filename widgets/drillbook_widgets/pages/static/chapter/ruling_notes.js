/* Adds to an opened ruling ways to share it and a link to the register, where another reading can be chosen. */
document.addEventListener(
  "toggle",
  (event) => {
    const note = event.target;
    if (!note.matches("details.ruling[open]") || note.querySelector(".handing")) return;
    const short = document.documentElement.dataset.book;
    const id = note.querySelector("summary a[id]").id;
    const box = window.drillbookShare.box(short, () => `of=${encodeURIComponent(id)}`);
    box.classList.add("handing-here");
    const register = document.createElement("a");
    register.href = `/${short}/rulings#${id}`;
    register.textContent = "In the register: choose your reading";
    box.querySelector("p").before(register);
    note.append(box);
  },
  { capture: true },
);
