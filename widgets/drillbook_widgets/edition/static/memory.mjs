/* Python's memory as it was once it had read the book, in place of a start: node/take_snapshot.mjs has written it.
   It rests on what loadPyodide keeps to itself (_loadSnapshot), so whoever asks for it has the plain start ready, too. */
const PAGE = 4096,
  WASM_PAGE = 65536;

/* whole: a line of JSON (size: bytes of the memory; low: up to where the program itself fills it; state: bytes of what JavaScript has
   to know; runs: pages that hold something, by first and number), that state, and those pages, as far as they differ from the program's. */
export function splitSnapshot(whole) {
  const end = whole.indexOf(10) + 1;
  const told = JSON.parse(new TextDecoder().decode(whole.subarray(0, end)));
  return { ...told, state: whole.slice(end, end + told.state), pages: whole.subarray(end + told.state) };
}

function fill(heap, { runs, pages, low }, own) {
  heap.fill(0);
  let at = 0;
  for (const [first, count] of runs) heap.set(pages.subarray(at, (at += count * PAGE)), first * PAGE);
  const held = new Uint32Array(heap.buffer, 0, low / 4);
  for (let word = 0; word < held.length; word += 1) held[word] ^= own[word];
}

/* What loadPyodide is to be given besides. make: makes its module; memory: as splitSnapshot returns it. */
export function restoreOptions(make, memory) {
  return {
    _loadSnapshot: memory.state,
    async createPyodideModule(settings) {
      const usual = settings.instantiateWasm;
      let own, sorry;
      const failed = new Promise((_, no) => {
        sorry = no;
      });
      settings.instantiateWasm = (imports, done) =>
        usual(imports, (instance, module) => {
          try {
            const held = instance.exports.memory;
            const more = memory.size - held.buffer.byteLength;
            if (more > 0) held.grow(more / WASM_PAGE);
            own = new Uint32Array(held.buffer, 0, memory.low / 4).slice();
            done(instance, module);
          } catch (problem) {
            sorry(problem);
          } /* nobody else would hear of it */
        });
      const made = await Promise.race([make(settings), failed]);
      fill(made.HEAPU8, memory, own);
      return made;
    },
  };
}
