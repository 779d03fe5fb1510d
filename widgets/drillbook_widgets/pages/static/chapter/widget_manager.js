/* The only script that uses the widget libraries' own code: a manager as @jupyter-widgets/base expects it. It makes a
   widget's model when the kernel opens a comm, and its view when a calculator is shown. */
window.drillbookWidgets = (() => {
  "use strict";
  const widgets = /** @type {Window["drillbookWidgets"]} */ ({ ready: null });

  /* A part of a plate gives up where its code has not been run within two seconds, which a busy phone may well take. */
  const PATIENCE = 60_000;
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  AbortSignal.timeout = (milliseconds) => timeout(Math.max(milliseconds, PATIENCE));

  let open;
  widgets.ready = new Promise((done) => {
    open = done;
  });

  /* The widgets' code is there; called by the file that brings it. */
  widgets.loaded = (amd) => open(amd);

  /* It is fetched while the page is read in, and run when the text has been painted. */
  function load() {
    const script = document.createElement("script");
    script.src = document.querySelector(".widgets-script").href;
    document.head.append(script);
  }
  let begun = false;
  widgets.load = () => {
    if (begun) return;
    begun = true;
    if (document.hidden) load();
    else requestAnimationFrame(() => setTimeout(load));
  };

  /* A manager of the widgets of one kernel. */
  widgets.manager = (amd) => {
    const base = amd.get("@jupyter-widgets/base");
    const controls = amd.get("@jupyter-widgets/controls");
    const models = new Map();
    const waiting = new Map();

    const manager = {
      async loadClass(name, module) {
        const found = amd.get(module)[name] || controls[name];
        if (!found) throw new Error(`${module} has no ${name}`);
        return found;
      },
      callbacks: () => ({}),
      setViewOptions: (options) => options || {},
      has_model: (id) => models.has(id),
      resolveUrl: async (url) => url,
      inline_sanitize: (text) => Object.assign(document.createElement("i"), { textContent: text }).innerHTML,

      /* The model of that name; one that the kernel has not told of yet is waited for. */
      get_model(id) {
        if (models.has(id)) return models.get(id);
        return new Promise((found) => waiting.set(id, [...(waiting.get(id) || []), found]));
      },

      handle_comm_open(comm, message) {
        const { state, buffer_paths: paths } = message.content.data;
        base.put_buffers(state, paths || [], message.buffers || []);
        const made = make(comm, state);
        models.set(comm.comm_id, made);
        (waiting.get(comm.comm_id) || []).forEach((found) => found(made));
        waiting.delete(comm.comm_id);
        made.then((model) => model.once("comm:close", () => models.delete(comm.comm_id)));
      },

      create_view(model, options = {}) {
        const shown = (model.state_change = model.state_change.then(async () => {
          const Kind = await manager.loadClass(model.get("_view_name"), model.get("_view_module"));
          const view = new Kind({ model, options: manager.setViewOptions(options) });
          view.listenTo(model, "destroy", view.remove);
          await view.render();
          view.once("remove", () => {
            if (model.views) delete model.views[id];
          });
          return view;
        }));
        const id = base.uuid();
        if (model.views) model.views[id] = shown;
        return shown;
      },
    };

    async function make(comm, state) {
      const Kind = await manager.loadClass(state._model_name, state._model_module);
      const settled = await Kind._deserialize_state(state, manager);
      const model = new Kind(settled, { widget_manager: manager, model_id: comm.comm_id, comm });
      model.name = state._model_name;
      model.module = state._model_module;
      return model;
    }

    /* Show a model's view in an element of the page, which must be in the document. */
    manager.show = async (id, element) => {
      const view = await manager.create_view(await manager.get_model(id));
      base.JupyterLuminoWidget.attach(view.luminoWidget, element);
      return view;
    };
    return manager;
  };
  return widgets;
})();
