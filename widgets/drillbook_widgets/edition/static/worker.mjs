/* Answers what its page asks and hears what its plates say, one after another; what was given up meanwhile is left out. */
import { loadPyodide } from "./pyodide.mjs";
import { start } from "./engine.mjs";

const here = new URL("./", import.meta.url).href;
const bytes = async (name) => {
  const reply = await fetch(here + name);
  if (!reply.ok) throw new Error(`${name}: ${reply.status}`);
  return new Uint8Array(await reply.arrayBuffer());
};
const waiting = new Map();
const begun = start(loadPyodide, here, bytes, (state) => postMessage({ state }));
const turn = () => new Promise((done) => setTimeout(done)); /* meanwhile it hears what is given up */
let working = false;

async function reply({ answer }, { id, path }) {
  let reply;
  try { reply = await answer(path); } catch (problem) {
    console.error(problem);
    reply = [500, JSON.stringify({ sorry: "Something went wrong while this was computed." })];
  }
  postMessage({ id, reply });
}
function hear({ hear }, said) {
  try { hear(said, (told) => postMessage({ told })); } catch (problem) { console.error(problem); }
}
async function work() {
  if (working) return;
  working = true;
  const engine = await begun;
  for (await turn(); waiting.size; await turn()) {
    const [key, wish] = waiting.entries().next().value;
    waiting.delete(key);
    if (wish.said) hear(engine, wish.said);
    else await reply(engine, wish);
  }
  working = false;
}
let heard = 0;
onmessage = ({ data }) => {
  if (data.drop) { waiting.delete(data.drop); return; }
  const key = data.id ?? data.instead ?? `said ${++heard}`;
  waiting.delete(key); /* of what a control says only the last counts */
  waiting.set(key, data);
  work();
};
begun.catch((problem) => postMessage({ failed: String(problem) }));
