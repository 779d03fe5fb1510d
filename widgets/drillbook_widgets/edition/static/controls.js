/* The controls of a calculator in the edition, as native elements. form.js adds their labels. They send values as an
   address writes them. Lists and tables are those of every calculator. */
window.drillbookControls = (() => {
  "use strict";
  const make = (tag, props, ...children) => {
    const made = Object.assign(document.createElement(tag), props);
    made.append(...children);
    return made;
  };

  /* A slider moves by whole steps from its low end; what lies between is for the field beside it. */
  function slider(input, send) {
    const range = make("input", {
      type: "range",
      className: "db-range",
      min: input.low,
      max: input.high,
      step: input.step,
    });
    range.setAttribute("aria-label", input.label);
    range.addEventListener("input", () => {
      fill();
      send({ do: "set", text: range.value });
    });
    const fill = () =>
      range.style.setProperty("--db-fill", `${((range.value - range.min) / (range.max - range.min || 1)) * 100}%`);
    return {
      el: make("div", { className: "slider-container" }, range),
      put(text) {
        range.value = text;
        fill();
      },
      say(words) {
        range.setAttribute("aria-valuetext", words);
      },
    };
  }
  function segments(input, send) {
    const buttons = input.options.map(([text, words]) => {
      const button = make("button", {
        type: "button",
        className: "widget-toggle-button",
        textContent: words,
        value: text,
      });
      button.addEventListener("click", () => {
        put(text);
        send({ do: "set", text });
      });
      return button;
    });
    const put = (text) => {
      for (const one of buttons) one.classList.toggle("mod-active", one.value === text);
    };
    return { el: make("div", {}, ...buttons), put };
  }
  function menu(input, send) {
    const select = make(
      "select",
      {},
      ...input.options.map(([value, words]) => make("option", { value, textContent: words })),
    );
    select.addEventListener("change", () => send({ do: "set", text: select.value }));
    return {
      el: select,
      put(text) {
        select.value = text;
      },
    };
  }
  /* part: draws a list or a table, given its model. */
  function ours(input, send, part) {
    const el = make("div", { className: "db-ours" });
    const model = part(input.shape, { fixed: input.fixed }, send, el);
    return {
      el,
      put(rows) {
        model.take({ rows });
      },
    };
  }
  /* The element of an input with its control, and what shows a value in it. */
  function control(input, send, part) {
    const said = (what) => send({ ...what, name: input.name });
    const inner = { slider, segments, menu }[input.shape]?.(input, said) ?? ours(input, said, part);
    const marks = [
      "drillbook-input",
      `drillbook-input-${input.name}`,
      `drillbook-${input.shape}`,
      ...input.marks.map((one) => `db-${one}`),
    ];
    return { ...inner, el: make("div", { className: marks.join(" ") }, inner.el) };
  }
  return { control };
})();
