/* The form of a tool, read and filled as addresses write it. Numbers are decimal strings, so that 0.1 stays 0.1. */
window.drillbookTableForm = (() => {
  "use strict";
  const HOLD = 450; /* milliseconds until a button that is held repeats */
  const AGAIN = 90;

  const decimals = (text) => (text.split(".")[1] || "").length;
  const typed = (text) => text.trim().replace(",", ".").replace("−", "-");
  /* The number so many steps away, within its ends. */
  function stepped(box, by) {
    const { low, high, step } = box.dataset;
    const now = Number(typed(box.value));
    const [from, to, each] = [low, high, step].map(Number);
    const at = Number.isFinite(now) ? Math.min(to, Math.max(from, now)) : from;
    const places = Math.max(decimals(low), decimals(step));
    const whole = (at - from) / each;
    const next = by > 0 ? Math.floor(whole + 1e-9) + by : Math.ceil(whole - 1e-9) + by;
    const last = Math.floor((to - from) / each + 1e-9);
    return String(Number((from + Math.min(last, Math.max(0, next)) * each).toFixed(places)));
  }
  function put(box, value) {
    box.value = value;
    const number = Number(typed(value));
    if (typed(value) !== "" && Number.isFinite(number)) box.setAttribute("aria-valuenow", String(number));
    const stepper = box.closest(".stepper");
    stepper.querySelector(".less").disabled = number <= Number(box.dataset.low);
    stepper.querySelector(".more").disabled = number >= Number(box.dataset.high);
    const track = stepper.parentElement.querySelector(".track");
    if (track) track.value = typed(value);
  }
  const control = (home) => home.querySelector("select, input:not(.track)");
  function cellValue(cell) {
    const one = control(cell);
    return cell.dataset.shape === "flag"
      ? one.checked
        ? "yes"
        : "no"
      : cell.dataset.shape === "number"
        ? typed(one.value)
        : one.value;
  }
  function fillCell(cell, value) {
    const one = control(cell);
    if (cell.dataset.shape === "flag") one.checked = value === "yes";
    else if (cell.dataset.shape === "number") put(one, value);
    else one.value = value;
  }
  /* Whether a cell or an input of one value can have it. */
  function accepts(home, value) {
    const one = control(home);
    switch (home.dataset.shape) {
      case "number":
        return (
          value !== "" &&
          Number.isFinite(Number(value)) &&
          Number(value) >= Number(one.dataset.low) &&
          Number(value) <= Number(one.dataset.high)
        );
      case "flag":
        return value === "yes" || value === "no";
      case "menu":
        return [...one.options].some((option) => option.value === value);
      case "segments":
        return [...home.querySelectorAll("input")].some((option) => option.value === value);
      default:
        return false;
    }
  }

  const rowsOf = (home) => [...home.querySelectorAll(".rows > .row")];
  function count(home) {
    const box = home.querySelector("fieldset");
    const rows = rowsOf(home);
    rows.forEach((row, at) => row.setAttribute("aria-label", `${box.dataset.noun} ${at + 1}`));
    home.querySelector(".add").disabled = rows.length >= Number(box.dataset.high);
    for (const drop of home.querySelectorAll(".drop")) drop.disabled = rows.length <= Number(box.dataset.low);
  }
  function addRow(home) {
    home.querySelector(".rows").append(home.querySelector("template").content.cloneNode(true));
    const row = rowsOf(home).at(-1);
    row.querySelectorAll(".stepper input").forEach((box) => put(box, box.value));
    count(home);
    return row;
  }

  function value(home) {
    switch (home.dataset.shape) {
      case "segments":
        return home.querySelector("input:checked")?.value ?? "";
      case "choices":
        return [...home.querySelectorAll("input:checked")].map((one) => one.value).join(",") || "none";
      case "rows":
        return (
          rowsOf(home)
            .map((row) => [...row.querySelectorAll(".cell")].map(cellValue).join(","))
            .join(";") || "none"
        );
      default:
        return cellValue(home);
    }
  }
  function fill(home, written) {
    switch (home.dataset.shape) {
      case "segments":
        for (const one of home.querySelectorAll("input")) one.checked = one.value === written;
        break;
      case "choices": {
        const chosen = written.split(",");
        for (const one of home.querySelectorAll("input")) one.checked = chosen.includes(one.value);
        break;
      }
      case "rows": {
        home.querySelector(".rows").replaceChildren();
        for (const line of written === "none" || !written ? [] : written.split(";")) {
          const row = addRow(home);
          const parts = line.split(",");
          row.querySelectorAll(".cell").forEach((cell, at) => {
            if (at < parts.length) fillCell(cell, parts[at]);
          });
        }
        count(home);
        break;
      }
      default:
        fillCell(home, written);
    }
  }

  const inputs = (form) => [...form.querySelectorAll(".input[data-input]")];
  const read = (form) =>
    Object.fromEntries(
      inputs(form)
        .filter((home) => !home.hidden)
        .map((home) => [home.dataset.input, value(home)]),
    );
  function write(form, values) {
    for (const home of inputs(form)) if (home.dataset.input in values) fill(home, values[home.dataset.input]);
  }

  /* What is tapped, held, typed and dragged. changed: is called with the input's name. */
  function watch(form, changed) {
    const say = (target) => {
      const home = target.closest(".input");
      if (home) changed(home.dataset.input);
    };
    let holding = null;
    const leave = () => {
      clearTimeout(holding);
      holding = null;
    };
    function press(button) {
      const box = button.closest(".stepper").querySelector("input");
      const next = stepped(box, button.classList.contains("more") ? 1 : -1);
      if (next === box.value) return false;
      put(box, next);
      say(button);
      return true;
    }
    form.addEventListener("pointerdown", (event) => {
      const button = event.target.closest(".stepper button");
      if (!button || event.button) return;
      const repeat = () => {
        held = true;
        holding = press(button) ? setTimeout(repeat, AGAIN) : null;
      };
      held = false;
      holding = setTimeout(repeat, HOLD);
    });
    let held = false;
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) form.addEventListener(end, leave);
    form.addEventListener("contextmenu", (event) => {
      if (event.target.closest(".stepper button")) event.preventDefault();
    });
    form.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (!button) return;
      if (button.closest(".stepper")) {
        leave();
        if (!held) press(button);
        held = false;
        return;
      }
      const home = button.closest(".input");
      if (button.matches(".add")) control(addRow(home)).focus();
      else if (button.matches(".drop")) {
        const before = rowsOf(home).indexOf(button.closest(".row"));
        button.closest(".row").remove();
        count(home);
        (rowsOf(home)[Math.max(0, before - 1)]?.querySelector(".drop:enabled") || home.querySelector(".add")).focus();
      } else return;
      say(home);
    });
    form.addEventListener("keydown", (event) => {
      if (!event.target.matches(".stepper input")) return;
      const by = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
      const end = { Home: "low", End: "high" }[event.key];
      if (by) put(event.target, stepped(event.target, by));
      else if (end && event.ctrlKey) put(event.target, event.target.dataset[end]);
      else return;
      event.preventDefault();
      say(event.target);
    });
    form.addEventListener("focusin", (event) => {
      if (event.target.matches(".stepper input")) event.target.select();
    });
    form.addEventListener("input", (event) => {
      if (event.target.matches(".track"))
        put(event.target.parentElement.querySelector(".stepper input"), event.target.value);
      else if (event.target.matches(".stepper input")) put(event.target, event.target.value);
      say(event.target);
    });
    form.addEventListener("submit", (event) => event.preventDefault());
    for (const home of inputs(form)) {
      home.querySelectorAll(".stepper input").forEach((box) => put(box, box.value));
      if (home.dataset.shape === "rows") count(home);
    }
  }
  /* Only these apply. */
  function showOnly(form, names) {
    for (const home of inputs(form)) home.hidden = !names.includes(home.dataset.input);
  }
  return { read, write, fill, watch, showOnly, accepts, inputs };
})();
