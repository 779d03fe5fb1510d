/* Answers what its page asks, one after another; what was given up meanwhile is left out. */
import { loadPyodide } from "./pyodide.mjs";
import { start } from "./engine.mjs";

const here = new URL("./", import.meta.url).href;
const bytes = async (name) => {
  const reply = await fetch(here + name);
  if (!reply.ok) throw new Error(`${name}: ${reply.status}`);
  return new Uint8Array(await reply.arrayBuffer());
};
const asked = new Map();
const begun = start(loadPyodide, here, bytes, (state) => postMessage({ state }));
const turn = () => new Promise((done) => setTimeout(done)); /* meanwhile it hears what is given up */
let working = false;

async function work() {
  if (working) return;
  working = true;
  const answer = await begun;
  for (await turn(); asked.size; await turn()) {
    const [id, path] = asked.entries().next().value;
    asked.delete(id);
    let reply;
    try { reply = await answer(path); } catch (problem) {
      console.error(problem);
      reply = [500, JSON.stringify({ sorry: "Something went wrong while this was computed." })];
    }
    postMessage({ id, reply });
  }
  working = false;
}
onmessage = ({ data }) => {
  if (data.drop) { asked.delete(data.drop); return; }
  asked.set(data.id, data.path);
  work();
};
begun.catch((problem) => postMessage({ failed: String(problem) }));
