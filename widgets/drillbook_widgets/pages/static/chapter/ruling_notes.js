/* A ruling that is opened can be handed on, and leads to the register, where another reading can be made a house rule. */
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
