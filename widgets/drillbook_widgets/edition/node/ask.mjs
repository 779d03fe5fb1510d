/* Replies to requests from standard input, one on each line, as a page's worker does. A path gets a line of JSON,
   [status, text]. A message to a calculator, an object, gets a list of all that the calculators send until they are
   idle. Arguments: the folder of the machinery; "plainly" for a start without the stored memory. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

process.on("uncaughtException", (problem) => {
  console.error(problem.message ?? problem);
  process.exit(1);
}); /* without the packed code it stands in */
const [folder, plainly] = process.argv.slice(2);
const PAGE = 1;
const NOT_YET = 202; /* worker_replies.py has done a part of it */
const inflated = (name) => gunzipSync(readFileSync(join(folder, name)));
const own = mkdtempSync(
  join(tmpdir(), "drillbook-"),
); /* what a browser gets from its worker's fetch stands here as files */
process.on("exit", () => rmSync(own, { recursive: true }));
mkdirSync(join(own, "plain"));
writeFileSync(join(own, "pyodide.asm.wasm"), inflated("python.packed"));
writeFileSync(join(own, "pyodide.asm.mjs"), inflated("module.packed"));
writeFileSync(join(own, "plain/python_stdlib.zip"), readFileSync(join(folder, "plain/python_stdlib.zip")));
writeFileSync(join(own, "nothing"), "");
const from = (place, name) => import(pathToFileURL(join(place, name)));
const { start } = await from(folder, "engine.mjs");
const { answer, hear, rest } = await start(
  {
    folder: `${own}/`,
    nothing: join(own, "nothing"),
    lost: new Promise(() => {}),
    bytes: async (name) => new Uint8Array(inflated(name)),
    module: async () => (await from(own, "pyodide.asm.mjs")).default,
  },
  Boolean(plainly),
);
let said = [];
const tell = (told) => said.push(JSON.parse(told));
for await (const line of createInterface({ input: process.stdin })) {
  let reply;
  if (line.startsWith("{")) {
    said = reply = [];
    hear(PAGE, line, tell);
    await rest();
  } else
    do reply = await answer(line);
    while (reply[0] === NOT_YET);
  process.stdout.write(`${JSON.stringify(reply)}\n`);
}
