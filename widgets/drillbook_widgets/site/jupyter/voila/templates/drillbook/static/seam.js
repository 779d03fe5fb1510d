/* The one script that touches what Voilà's front end and the browser keep to themselves; a test looks every name up. */
window.drillbookSeam = (function () {
  "use strict";
  const seam = { heldListeners: 0, quietedWarnings: 0 };

  /* The widgets' extensions are built against slightly other versions of JupyterLab's modules than Voilà brings; the
     loader says so in a dozen warnings that nobody can act on. */
  const warn = console.warn;
  console.warn = (...words) => {
    if (/^(Unsatisfied version|No satisfying version)/.test(String(words[0]))) seam.quietedWarnings += 1;
    else warn.apply(console, words);
  };

  /* Voilà's front end starts by itself when the window has loaded, which may be before there is a kernel. Its wish to
     start is kept here and granted as soon as the kernel has a name. It then loads the widgets' extensions and asks for
     the kernel; the server answers that when the outputs are in their places. */
  const held = [];
  let begun = false;
  const listen = window.addEventListener;
  window.addEventListener = function (type, listener, options) {
    if (type !== "load") return listen.call(window, type, listener, options);
    seam.heldListeners += 1;
    if (begun) listener.call(window, new Event("load"));
    else held.push(listener);
  };

  /* Let the front end start with this kernel. */
  seam.begin = (kernel) => {
    begun = true;
    document.body.dataset.kernelId = kernel;
    held.forEach((listener) => listener.call(window, new Event("load")));
  };

  /* The front end's connection to the kernel, once there is one. */
  seam.kernel = () => (window.jupyterapp && window.jupyterapp.widgetManager && window.jupyterapp.widgetManager.kernel) || null;

  /* Let it go; else it tries again and again. */
  seam.leave = () => {
    const kernel = seam.kernel();
    if (kernel && !kernel.isDisposed) kernel.dispose();
  };

  /* Tell when the connection may have been lost. */
  seam.watch = (lost) => {
    const kernel = seam.kernel();
    if (!kernel) { setTimeout(() => seam.watch(lost), 100); return; }
    kernel.connectionStatusChanged.connect((_, status) => { if (status !== "connected") lost(); });
    kernel.statusChanged.connect((_, status) => { if (status === "dead") lost(); });
  };
  return seam;
})();
