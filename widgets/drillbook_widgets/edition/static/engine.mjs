/* Python with the book's own packages, ready to reply: the same in a browser's worker and under node. */
const PLACE = "/drillbook_widgets/edition/told.json"; /* where replies.py looks for what the build tells of the book */

const ALONE = { HOME: "/home/pyodide", PYTHONDONTWRITEBYTECODE: "1" }; /* what it compiled would be gone with the page */

async function inflated(bytes) {
  const whole = await bytes;
  return new Uint8Array(await new Response(new Blob([whole]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
}
/* The files of one that pack.py has bundled, into a folder of Python's. */
function unpack(python, whole, folder) {
  const head = whole.indexOf(10);
  const made = new Set();
  let at = head + 1;
  for (const [name, size] of JSON.parse(new TextDecoder().decode(whole.subarray(0, head)))) {
    const path = `${folder}/${name}`;
    const home = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(home)) python.FS.mkdirTree(home);
    made.add(home);
    python.FS.writeFile(path, whole.subarray(at, at += size), { canOwn: true });
  }
}

/* loadPyodide: the npm package's own; folder: where its files are; read: gives the bytes of a file of the machinery by its name;
   tell: is told how far it is. Gives answer, for what a page asks, and hear, for what it says to the desks of its plates. */
export async function start(loadPyodide, folder, read, tell = () => {}) {
  tell("python");
  const [python, packages, book] = await Promise.all([loadPyodide({ indexURL: folder, env: ALONE }), inflated(read("drillbook.packed")), read("told.json")]);
  tell("book");
  const home = python.runPython("import site; site.getsitepackages()[0]");
  unpack(python, packages, home);
  python.FS.writeFile(home + PLACE, book);
  python.runPython("import importlib; importlib.invalidate_caches()");
  const desks = python.pyimport("drillbook_widgets.edition.desks");
  let replies = null; /* a plate waits for none */
  let words = null; /* only the search reads them */
  tell("ready");
  return {
    async answer(path) {
      replies ??= python.pyimport("drillbook_widgets.edition.replies");
      if (path.startsWith("/search.json")) {
        words ??= inflated(read("words.packed")).then((whole) => unpack(python, whole, home));
        await words;
      }
      return replies.reply(path).toJs();
    },
    hear: (said, say) => desks.hear(said, say),
    rest: () => desks.rest(),
  };
}
