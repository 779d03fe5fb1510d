/* Replies to what is read from the standard input, one thing a line, as the worker of a page does. A path gets a line of JSON,
   [status, text]; what is said to a desk, an object, gets a list of all that the desks say until they rest.
   Arguments: the machinery's folder. */
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const folder = process.argv[2];
const from = (name) => import(pathToFileURL(join(folder, name)));
const [{ loadPyodide }, { start }] = await Promise.all([from("pyodide.mjs"), from("engine.mjs")]);
const read = async (name) => new Uint8Array(readFileSync(join(folder, name)));
const { answer, hear, rest } = await start(loadPyodide, folder + "/", read);
let said = [];
const tell = (told) => said.push(JSON.parse(told));
for await (const line of createInterface({ input: process.stdin })) {
  let reply;
  if (line.startsWith("{")) {
    said = reply = [];
    hear(line, tell);
    await rest();
  } else reply = await answer(line);
  process.stdout.write(JSON.stringify(reply) + "\n");
}
