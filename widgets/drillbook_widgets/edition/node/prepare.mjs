/* Compiles the packages of an archive for the Python that runs in a browser. Arguments: the npm package's folder, the archive, and
   the one that is made of it. */
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { join } from "node:path";

const [folder, plain, compiled] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")));
const python = await loadPyodide({ indexURL: folder + "/" });
python.unpackArchive(new Uint8Array(readFileSync(plain)), "zip", { extractDir: "/site" });
python.runPython(`
import compileall, os, py_compile, zipfile
done = compileall.compile_dir("/site", quiet=1, invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH, stripdir="/site", prependdir="")
assert done, "something does not compile"
with zipfile.ZipFile("/made.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as made:
    for folder, folders, files in os.walk("/site"):
        folders.sort()
        for name in sorted(files):
            path = os.path.join(folder, name)
            told = zipfile.ZipInfo(os.path.relpath(path, "/site"), (1980, 1, 1, 0, 0, 0))
            told.compress_type = zipfile.ZIP_DEFLATED
            with open(path, "rb") as stream:
                made.writestr(told, stream.read())
`);
writeFileSync(compiled, python.FS.readFile("/made.zip"));
