/* Restores Python's memory as it was after it had read the book; node/take_snapshot.mjs writes it. It uses a private
   option of loadPyodide (_loadSnapshot), so a caller must be able to start without it. */
const PAGE = 4096,
  WASM_PAGE = 65536;

/**
 * size: bytes of the memory; low: up to where the program itself fills it; state: what JavaScript must know; runs: first page and
 * number of the pages that hold something.
 *
 * @typedef {{ size: number, low: number, runs: [number, number][], state: Uint8Array, pages: Uint8Array }} Snapshot
 */

/**
 * Split a snapshot into its parts.
 *
 * @param {Uint8Array} whole a line of JSON, the state, and the pages as far as they differ from the program's own
 * @returns {Snapshot}
 */
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

/**
 * Return the options of loadPyodide that restore a snapshot.
 *
 * @param {Function} make makes Python's module
 * @param {Snapshot} memory
 */
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
