/* Units of a side that was built once: stored in this browser, they fill the forms of the other tools, as own units or
   as the enemy's. */
window.drillbookSideUnits = (() => {
  "use strict";
  const forms = window.drillbookTableForm;
  const make = (tag, name, words) =>
    Object.assign(document.createElement(tag), { className: name, textContent: words });

  function start({ short, told, tools }) {
    const STORAGE_KEY = `drillbook-side-${short}`;
    const latest = new Map(); /* by tool: the units of its answer */
    const sides = () => {
      try {
        return JSON.parse(localStorage.getItem(STORAGE_KEY)) || {};
      } catch {
        return {};
      }
    };
    function keep(found) {
      let kept = true;
      try {
        localStorage.setItem(STORAGE_KEY, JSON.stringify(found));
      } catch {
        kept = false;
      }
      draw();
      return kept;
    }
    const unitsOf = (found, asks) =>
      asks.flatMap((ask) => (found[ask] || []).map((unit, at) => ({ ...unit, id: `${ask} ${at}`, ask })));

    /* What a unit says of a form's inputs: each with the value that it would have. */
    function unitValues(tool, ways, unit) {
      const homes = new Map(forms.inputs(tool.form).map((home) => [home.dataset.input, home]));
      return Object.entries(ways[unit.ask] || {})
        .filter(([input, field]) => homes.has(input) && field in unit.fields)
        .map(([input, field]) => [homes.get(input), unit.fields[field]]);
    }
    function fill(tool, ways, unit) {
      for (const [home, value] of unitValues(tool, ways, unit)) {
        forms.fill(home, value);
        home.hidden = false;
      }
      tool.changed();
    }
    function fillList(tool, input, ways, units) {
      const home = forms.inputs(tool.form).find((one) => one.dataset.input === input);
      const cells = [...home.querySelector("template").content.querySelectorAll(".cell")];
      const names = told.tools[tool.name].rows[input];
      const firsts = names.map((_, at) => {
        const one = cells[at].querySelector("select, input");
        return cells[at].dataset.shape === "flag" ? (one.checked ? "yes" : "no") : one.value;
      });
      const rows = units.map((unit) =>
        names
          .map((name, at) => {
            const given = ways[name] && unit.fields[ways[name]];
            return given !== undefined && forms.accepts(cells[at], given) ? given : firsts[at];
          })
          .join(","),
      );
      forms.fill(home, rows.slice(0, Number(home.querySelector("fieldset").dataset.high)).join(";"));
      tool.changed();
    }

    /* Whom the form does not take can be seen and not chosen: no infantry for a cannonade. */
    function picker(tool, label, ways, found) {
      const fits = (unit) => unitValues(tool, ways, unit).every(([home, value]) => forms.accepts(home, value));
      const units = unitsOf(found, Object.keys(ways)).filter((unit) => unitValues(tool, ways, unit).length);
      if (!units.some(fits)) return [];
      const home = make("label", "", label);
      const menu = document.createElement("select");
      menu.append(
        new Option("choose …", ""),
        ...units.map((unit) =>
          fits(unit)
            ? new Option(unit.words, unit.id)
            : Object.assign(new Option(`${unit.words} (not here)`, unit.id), { disabled: true }),
        ),
      );
      menu.addEventListener("change", () => {
        const unit = units.find((one) => one.id === menu.value);
        if (unit) fill(tool, ways, unit);
      });
      home.append(menu);
      return [home];
    }
    function draw() {
      const found = sides();
      for (const tool of tools) {
        const { fills, faces, lists } = told.tools[tool.name];
        const home = tool.screen.querySelector(".from-side");
        const parts = [
          ...picker(tool, "From your side", fills, found),
          ...picker(tool, "Against one of them", faces, found),
        ];
        for (const [ask, inputs] of Object.entries(lists))
          for (const [input, ways] of Object.entries(inputs)) {
            const units = unitsOf(found, [ask]);
            if (!units.length) continue;
            const all = make("button", "at-button", "All of your side");
            all.type = "button";
            all.addEventListener("click", () => fillList(tool, input, ways, units));
            parts.push(all);
          }
        home.replaceChildren(...parts);
        home.hidden = !parts.length;
        const side = tool.screen.querySelector(".side");
        if (!side) continue;
        const units = found[tool.name] || [];
        side.querySelector("ul").replaceChildren(...units.map((unit) => make("li", "", unit.words)));
        side.querySelector(".side-none").hidden = units.length > 0;
        side.querySelector(".side-drop").hidden = !units.length;
      }
    }
    for (const tool of tools) {
      const side = tool.screen.querySelector(".side");
      if (!side) continue;
      const said = side.querySelector(".side-said");
      tool.screen.addEventListener("drillbook:answer", (event) => latest.set(tool, event.detail.units || []));
      side.querySelector(".side-take").addEventListener("click", () => {
        const units = (tool.fresh && (latest.get(tool) || tool.told.units)) || [];
        if (!units.length) {
          said.textContent = tool.fresh
            ? "There is no unit in it yet."
            : "Its answer is not there yet; try again once it is.";
          return;
        }
        const found = sides();
        const rows = tool.screen.dataset.builds === "rows";
        const kept = keep({ ...found, [tool.name]: rows ? units : [...(found[tool.name] || []), ...units] });
        said.textContent = kept
          ? `Taken along: ${units.map((unit) => unit.words).join("; ")}.`
          : "This browser keeps nothing for this site, so they cannot be taken along.";
      });
      side.querySelector(".side-drop").addEventListener("click", () => {
        const { [tool.name]: gone, ...rest } = sides();
        keep(rest);
        said.textContent = "Forgotten.";
        side.querySelector(".side-take").focus();
      });
    }
    addEventListener("storage", (event) => {
      if (event.key === STORAGE_KEY) draw();
    });
    draw();
  }
  return { start };
})();
