/* Worker that answers its pages' requests and passes on their calculators' messages, one after another; it skips
   requests that were withdrawn. Where the browser has shared workers, one worker serves all pages of a visit. */
import { start } from "./engine.mjs";
import { weight } from "./parts.mjs";

const shared = /** @type {{ onconnect?: (event: MessageEvent) => void }} */ (/** @type {unknown} */ (self));
const pages = new Map(); /* the line to each page, by its number */
const MOST = 24; /* pages; one that has not taken its leave, as a phone's may not, must not stay for good */
let state = "python";
let number = 0;
function broadcast(told) {
  for (const line of pages.values()) line.postMessage(told);
}

const folder = new URL("./", import.meta.url).href;
const ask = globalThis.fetch.bind(globalThis);
async function inflated(name, type) {
  const reply = await ask(folder + name);
  if (!reply.ok) throw new Error(`${name}: ${reply.status}`);
  const whole = reply.body.pipeThrough(counted()).pipeThrough(new DecompressionStream("gzip"));
  return new Response(whole, { headers: { "Content-Type": type } });
}
/* How much has come of what a plate waits for, in hundredths, which pages are told. */
const STEP = 5,
  MOST_TOLD = 99;
let come = 0,
  progress = 0;
const counted = () =>
  new TransformStream({
    transform(chunk, out) {
      out.enqueue(chunk);
      come += chunk.byteLength;
      const now = Math.min(MOST_TOLD, Math.floor((come / weight) * 100));
      if (state !== "python" || now < progress + STEP) return;
      progress = now;
      broadcast({ progress });
    },
  });
const WASM = "pyodide.asm.wasm",
  SCRIPT = "text/javascript";
/* What the npm package asks for itself comes packed, whether or not the host packs what it sends. */
globalThis.fetch = (what, how) =>
  String(what).endsWith(WASM) ? inflated("python.packed", "application/wasm") : ask(what, how);
/* Where the program cannot be had or compiled the npm package says nothing and waits for ever. */
let giveUp;
const lost = new Promise((_, no) => {
  giveUp = no;
});
const compile = WebAssembly.instantiateStreaming;
WebAssembly.instantiateStreaming = (...given) =>
  compile(...given).catch((problem) => {
    giveUp(problem);
    throw problem;
  });
const host = {
  folder,
  lost,
  nothing: "data:,",
  bytes: async (name) => new Uint8Array(await (await inflated(name, "")).arrayBuffer()),
  module: async () => {
    const address = URL.createObjectURL(await (await inflated("module.packed", SCRIPT)).blob());
    return (await import(address)).default;
  },
};

function tell(now) {
  state = now;
  broadcast({ state });
}
const begun = start(host, false, tell);
begun.catch((problem) => {
  state = "failed";
  broadcast({ failed: String(problem) });
  if (shared.onconnect !== undefined) self.close(); /* who comes next tries anew */
});

const waiting = new Map();
const turn = () => new Promise((done) => setTimeout(done)); /* meanwhile it hears what is given up */
let working = false;

const NOT_YET = 202; /* worker_replies.py has done a part of it */
async function reply({ answer }, wish, key) {
  const { id, path, line } = wish;
  let found;
  try {
    found = await answer(path);
  } catch (problem) {
    console.error(problem);
    found = [500, JSON.stringify({ sorry: "Something went wrong while this was computed." })];
  }
  if (found[0] !== NOT_YET) line.postMessage({ id, reply: found });
  else if (pages.has(wish.page)) waiting.set(key, wish); /* behind what others have asked meanwhile */
}
function hear({ hear }, { page, said, line }) {
  try {
    hear(page, said, (told) => line.postMessage({ told }));
  } catch (problem) {
    console.error(problem);
  }
}
async function work() {
  if (working) return;
  working = true;
  const engine = await begun.catch(() => null);
  if (!engine) waiting.clear();
  for (await turn(); waiting.size; await turn()) {
    const [key, wish] = waiting.entries().next().value;
    waiting.delete(key);
    if (wish.said) hear(engine, wish);
    else await reply(engine, wish, key);
  }
  working = false;
}

function leave(page) {
  pages.delete(page);
  for (const [key, wish] of waiting) if (wish.page === page) waiting.delete(key);
  begun.then(
    (engine) => engine.leave(page),
    () => {},
  );
}
function serve(line) {
  const page = ++number;
  let heard = 0;
  pages.set(page, line);
  line.onmessage = ({ data }) => {
    if (data.leave) {
      leave(page);
      return;
    }
    if (data.ping) {
      line.postMessage({ here: true });
      return;
    }
    if (!pages.has(page)) {
      line.postMessage({ forgotten: true });
      return;
    }
    if (data.drop) {
      waiting.delete(`${page} asks ${data.drop}`);
      return;
    }
    const key = data.id ? `${page} asks ${data.id}` : `${page} says ${data.instead ?? ++heard}`;
    waiting.delete(key); /* of what a control says only the last counts */
    waiting.set(key, { ...data, page, line });
    work();
  };
  line.postMessage(state === "failed" ? { failed: "The worker could not begin." } : { state });
  if (progress) line.postMessage({ progress });
  if (pages.size > MOST) leave(pages.keys().next().value);
}
if (shared.onconnect !== undefined) shared.onconnect = ({ ports }) => serve(ports[0]);
else serve(self);
