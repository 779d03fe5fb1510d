/* Starts Python with the book's packages, in a browser's worker and under node. */

import { restoreOptions, splitSnapshot } from "./memory.mjs";
import { home, lock, remembered } from "./parts.mjs";
import { loadPyodide } from "./pyodide.mjs";

const TOLD =
  "site-packages/drillbook_widgets/edition/told.json"; /* where worker_replies.py looks for what the build tells of the book */
const ALONE = {
  HOME: "/home/pyodide",
  PYTHONDONTWRITEBYTECODE: "1",
}; /* what it compiled would be gone with the page */

/* The files of one that pack.py has bundled, into the folder of Python's library. */
function unpack(python, whole) {
  const head = whole.indexOf(10);
  const made = new Set();
  let at = head + 1;
  for (const [name, size] of JSON.parse(new TextDecoder().decode(whole.subarray(0, head)))) {
    const path = `${home}/${name}`;
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(folder)) python.FS.mkdirTree(folder);
    made.add(folder);
    python.FS.writeFile(path, whole.subarray(at, (at += size)), { canOwn: true });
  }
}

/**
 * Start Python with the book's packages; return what replies to a page's paths and what its plates hear.
 *
 * @param {{ folder: string, bytes: (name: string) => Promise<Uint8Array>, module: () => Promise<Function>, nothing: string,
 *   lost: Promise<any> }} host folder: where the machinery is; bytes: reads one of its files, inflated; module: makes Python's
 *   module; nothing: the address of an empty file; lost: rejects where the program cannot be had
 * @param {boolean} plainly whether to start without the stored memory
 * @param {(state: string) => void} tell hears how far it is: "python", "book", "ready"
 */
export async function start(host, plainly = false, tell = () => {}) {
  tell("python");
  const book = Promise.all([host.bytes("drillbook.packed"), host.bytes("told.packed")]);
  const options = { indexURL: host.folder, lockFileContents: lock, env: ALONE };
  const make = host.module();
  const begun = (how) => Promise.race([loadPyodide(how), host.lost]);
  let python = null;
  if (remembered && !plainly) {
    try {
      const memory = splitSnapshot(await host.bytes("memory.packed"));
      python = await begun({ ...options, stdLibURL: host.nothing, ...restoreOptions(await make, memory) });
    } catch (problem) {
      console.warn("Python starts anew, since its memory could not be used:", problem);
    }
  }
  if (!python) {
    const rest = host.bytes("plain/drillbook.packed");
    const stdLibURL = `${host.folder}plain/python_stdlib.zip`;
    python = await begun({ ...options, stdLibURL, createPyodideModule: await make });
    unpack(python, await rest);
  }
  tell("book");
  const [files, told] = await book;
  unpack(python, files);
  python.FS.writeFile(`${home}/${TOLD}`, told);
  python.runPython("import sys; sys.path_importer_cache.clear()");
  const desks = python.pyimport("drillbook_widgets.edition.plates");
  desks.as_built();
  let replies = null; /* a plate waits for none */
  let words = null; /* only the search reads them */
  tell("ready");
  return {
    async answer(path) {
      replies ??= python.pyimport("drillbook_widgets.edition.worker_replies");
      if (path.startsWith("/search")) {
        words ??= host.bytes("words.packed").then((whole) => unpack(python, whole));
        await words;
      }
      return replies.reply(path).toJs();
    },
    hear: (page, said, say) => desks.hear_page(page, said, say),
    leave: (page) => desks.leave_page(page),
    rest: () => desks.rest(),
  };
}
