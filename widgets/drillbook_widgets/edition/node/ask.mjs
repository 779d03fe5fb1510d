/* Replies to the paths that are read from the standard input, one a line, as the worker of a page does: a line of JSON each,
   [status, text]. Arguments: the machinery's folder. */
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const folder = process.argv[2];
const from = (name) => import(pathToFileURL(join(folder, name)));
const [{ loadPyodide }, { start }] = await Promise.all([from("pyodide.mjs"), from("engine.mjs")]);
const read = async (name) => new Uint8Array(readFileSync(join(folder, name)));
const answer = await start(loadPyodide, folder + "/", read);
for await (const path of createInterface({ input: process.stdin })) {
  process.stdout.write(JSON.stringify(await answer(path)) + "\n");
}
