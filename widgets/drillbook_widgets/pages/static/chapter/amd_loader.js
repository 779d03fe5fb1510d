/* Loader for the AMD files of the widget packages. They were built for the classic notebook; it offers only as much of
   that as ipywidgets needs to add its styles. */
const amd = (() => {
  "use strict";
  const files = new Map();
  const made = new Map();
  const WIDGETS = "nbextensions/jupyter-js-widgets/extension";
  const INSIDE = {
    "@jupyter-widgets/base": WIDGETS,
    "@jupyter-widgets/controls": WIDGETS,
    "@jupyter-widgets/output": WIDGETS,
  };
  const classic = {
    "base/js/namespace": { notebook: { container: { on() {} }, keyboard_manager: { actions: { register() {} } } } },
    "base/js/events": { on() {} },
    "notebook/js/outputarea": {
      OutputArea: class {
        register_mime_type() {}
      },
    },
  };
  const requirejs = (names, then) => {
    if (names.every((name) => name in classic)) then(...names.map((name) => classic[name]));
  };
  requirejs.config = () => {};

  /* The module of that name; its file runs when it is first asked for. */
  function get(name) {
    const place = INSIDE[name] || name;
    if (place === "module") return { uri: "/" };
    if (made.has(place)) return made.get(place);
    if (!files.has(place)) throw new Error(`There is no ${place} on this page.`);
    let found;
    const define = (...said) => {
      const make = said.pop();
      found = typeof make === "function" ? make(...(said.pop() || []).map(get)) : make;
    };
    define.amd = {};
    const before = window.requirejs;
    window.requirejs = requirejs;
    files.get(place).call(window, define, requirejs, { version: "6.5.0" });
    if (before === undefined) delete window.requirejs;
    else window.requirejs = before;
    made.set(place, found);
    if (found.load_ipython_extension) found.load_ipython_extension();
    return found;
  }
  return { file: (name, run) => files.set(name, run), get };
})();
