/* Python with the book's own packages, ready to reply: the same in a browser's worker and under node. */
export const STEPS = { python: "Python", book: "the rules", ready: "ready" };

/* loadPyodide: the npm package's own; folder: where its files are; archive: gives the bytes of the packages; tell: is told how far it is. */
export async function start(loadPyodide, folder, archive, tell = () => {}) {
  tell("python");
  const [python, bytes] = await Promise.all([loadPyodide({ indexURL: folder, checkAPIVersion: false }), archive()]);
  tell("book");
  const home = python.runPython("import site; site.getsitepackages()[0]");
  python.unpackArchive(bytes, "zip", { extractDir: home });
  python.runPython("import importlib; importlib.invalidate_caches()");
  const replies = python.pyimport("drillbook_widgets.edition.replies");
  tell("ready");
  return { python, reply: (path) => replies.reply(path).toJs() };
}
