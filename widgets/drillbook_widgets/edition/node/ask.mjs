/* Replies to the paths that are read from the standard input, one a line, as the worker of a page does: a line of JSON each,
   [status, text]. Arguments: the machinery's folder. */
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const folder = process.argv[2];
const from = (name) => import(pathToFileURL(join(folder, name)));
const [{ loadPyodide }, { start }] = await Promise.all([from("pyodide.mjs"), from("engine.mjs")]);
const bytes = (name) => async () => new Uint8Array(readFileSync(join(folder, name)));
const engine = await start(loadPyodide, folder + "/", bytes("drillbook.tar.xz"), bytes("told.json"));
for await (const path of createInterface({ input: process.stdin })) {
  process.stdout.write(JSON.stringify(engine.reply(path)) + "\n");
}
