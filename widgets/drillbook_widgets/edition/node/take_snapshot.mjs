/* Lets Python read the book and writes its memory, which static/memory.mjs restores. Arguments: the folder of the npm
   package, an archive of the packages' sources, Python's library, a Python script that prepares it, the snapshot to
   write, and a file for a line of JSON: held, the packages' files that no start from memory needs any more; late, the
   library's modules that such a start may still need. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

process.on("uncaughtException", (problem) => {
  console.error(problem.message ?? problem);
  process.exit(1);
}); /* without the packed code it stands in */
const [folder, sources, library, script, remembered, lists] = process.argv.slice(2);
const PAGE = 4096;
const from = (name) => import(pathToFileURL(join(folder, name)));
const [{ loadPyodide }, { default: make }] = await Promise.all([from("pyodide.mjs"), from("pyodide.asm.mjs")]);
let own; /* what the program itself fills of its memory */
const python = await loadPyodide({
  indexURL: `${folder}/`,
  stdLibURL: library,
  env: { HOME: "/home/pyodide", PYTHONDONTWRITEBYTECODE: "1", PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1" },
  _makeSnapshot: true,
  async createPyodideModule(settings) {
    const usual = settings.instantiateWasm;
    settings.instantiateWasm = (imports, done) =>
      usual(imports, (instance, module) => {
        own = new Uint8Array(instance.exports.memory.buffer).slice();
        done(instance, module);
      });
    return make(settings);
  },
});
const home = python.runPython("import site; site.getsitepackages()[0]");
python.unpackArchive(new Uint8Array(readFileSync(sources)), "zip", { extractDir: home });
python.runPython(readFileSync(script, "utf8"));
python.runPython("ready()");

/* What is free is filled with noughts, which take no room when packed. */
const module = python._module;
const top = module.HEAPU32[module._emscripten_get_sbrk_ptr() >>> 2];
const taken = [];
const LARGE = 1 << 18,
  SMALL = 1 << 10,
  LEAST = 8;
function take(size) {
  for (let at = module._malloc(size); ; at = module._malloc(size)) {
    taken.push(at);
    if (at + size > top) return;
    module.HEAPU8.fill(0, at, at + size);
  }
}
for (let size = LARGE; size > SMALL; size >>= 1) take(size);
for (let size = SMALL; size >= LEAST; size -= 4) take(size);
taken.forEach((at) => module._free(at));

const snapshot = python.makeMemorySnapshot();
const begins = new Uint32Array(snapshot.buffer, snapshot.byteOffset)[1];
const state = snapshot.slice(0, begins),
  memory = snapshot.subarray(begins);
let low = own.length;
while (low && !own[low - 1]) low -= 1;
low = Math.ceil(low / PAGE) * PAGE;
for (let at = 0; at < low; at += 1) memory[at] ^= own[at];
const runs = [],
  pages = [];
for (let page = 0; page * PAGE < memory.length; page += 1) {
  const held = memory.subarray(page * PAGE, (page + 1) * PAGE);
  if (held.every((byte) => !byte)) continue;
  const last = runs.at(-1);
  if (last && last[0] + last[1] === page) last[1] += 1;
  else runs.push([page, 1]);
  pages.push(held);
}
const head = `${JSON.stringify({ size: memory.length, low, state: state.length, runs })}\n`;
writeFileSync(remembered, Buffer.concat([Buffer.from(head), state, ...pages]));
writeFileSync(lists, python.runPython("told()"));
