/* Compiles the packages of an archive for the Python that runs in a browser. Arguments: the npm package's folder, the archive,
   the one that is made of it, and the packages of others, which go without their sources. */
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { join } from "node:path";

const [folder, plain, compiled, others] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")));
const python = await loadPyodide({ indexURL: folder + "/" });
python.unpackArchive(new Uint8Array(readFileSync(plain)), "zip", { extractDir: "/site" });
python.globals.set("others", others);
python.runPython(`
import compileall, os, pathlib, py_compile, zipfile

def compiled(folder, beside):
    how = py_compile.PycInvalidationMode.UNCHECKED_HASH
    assert compileall.compile_dir(folder, quiet=1, invalidation_mode=how, stripdir="/site", legacy=beside), folder

theirs = set(others.split(","))
for home in sorted(pathlib.Path("/site").iterdir()):
    compiled(home, home.name in theirs)
    if home.name in theirs:
        for path in sorted(home.rglob("*.py")):
            path.unlink()
with zipfile.ZipFile("/made.zip", "w") as made:
    for path in sorted(pathlib.Path("/site").rglob("*")):
        if path.is_file():
            made.write(path, path.relative_to("/site").as_posix())
`);
writeFileSync(compiled, python.FS.readFile("/made.zip"));
