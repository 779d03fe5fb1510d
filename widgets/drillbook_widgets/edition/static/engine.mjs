/* Python with the book's own packages, ready to reply: the same in a browser's worker and under node. */
/* loadPyodide: the npm package's own; folder: where its files are; archive and told: give the bytes of the
   packages and what the build tells of the book; tell: is told how far it is. */
export async function start(loadPyodide, folder, archive, told, tell = () => {}) {
  tell("python");
  const [python, packages, book] = await Promise.all([loadPyodide({ indexURL: folder }), archive(), told()]);
  tell("book");
  const home = python.runPython("import site; site.getsitepackages()[0]");
  python.unpackArchive(packages, "xztar", { extractDir: home });
  python.FS.writeFile(home + "/drillbook_widgets/edition/told.json", book);
  python.runPython("import importlib; importlib.invalidate_caches()");
  const replies = python.pyimport("drillbook_widgets.edition.replies");
  tell("ready");
  return { python, home, reply: (path) => replies.reply(path).toJs() };
}
