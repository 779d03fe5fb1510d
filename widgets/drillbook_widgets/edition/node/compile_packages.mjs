/* Compiles the packages of an archive and Python's own library for the Python that runs in a browser. Arguments: the
   folder of the npm package, the archive, the compiled archive to write, the library to write, and the names of other
   people's packages, which go without sources. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

process.on("uncaughtException", (problem) => {
  console.error(problem.message ?? problem);
  process.exit(1);
}); /* without the packed code it stands in */
const [folder, plain, compiled, library, others] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")));
const LEAN = {
  PYTHONNODEBUGRANGES: "1",
}; /* code knows its lines, not its columns, which a third of it would be spent on */
const python = await loadPyodide({ indexURL: `${folder}/`, env: LEAN });
python.unpackArchive(new Uint8Array(readFileSync(plain)), "zip", { extractDir: "/site" });
python.FS.writeFile("/library.zip", new Uint8Array(readFileSync(join(folder, "python_stdlib.zip"))));
python.globals.set("others", others);
python.runPython(`
import compileall, pathlib, py_compile, re, zipfile
from importlib import _bootstrap_external, util

HOW = py_compile.PycInvalidationMode.UNCHECKED_HASH

def compiled(folder, theirs):
    questions = re.compile("/rulesets/[^/]+/(?!common/)")
    how = {"invalidation_mode": HOW, "stripdir": "/site", "legacy": theirs, "optimize": 2 if theirs else -1}
    assert compileall.compile_dir(folder, quiet=1, rx=questions, **how), folder

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

# The npm package brings the library as sources, which a browser would compile at every start. What no answer can need stays away.
AWAY = set("""_pyrepl antigravity cProfile cmd ctypes curses dbm doctest ensurepip ftplib idlelib imaplib lib2to3
  mailbox multiprocessing netrc pdb pickletools plistlib poplib profile pstats pyclbr pydoc pydoc_data rlcompleter sched shelve smtplib
  socketserver tabnanny this timeit trace turtle turtledemo unittest venv wave webbrowser wsgiref xmlrpc zipapp zoneinfo""".split())
CODECS = set("__init__ aliases ascii cp437 idna latin_1 punycode raw_unicode_escape unicode_escape utf_8 utf_8_sig utf_16".split())

def wanted(name):
    path = pathlib.PurePosixPath(name)
    if path.parts[0] == "encodings":
        return path.stem in CODECS
    return path.suffix == ".py" and path.with_suffix("").parts[0] not in AWAY

with zipfile.ZipFile("/library.zip") as held, zipfile.ZipFile("/made_library.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as made:
    for name in filter(wanted, held.namelist()):
        code = compile(held.read(name), name, "exec", dont_inherit=True, optimize=2)
        compiled_one = _bootstrap_external._code_to_hash_pyc(code, util.source_hash(b""), False)
        made.writestr(zipfile.ZipInfo(name + "c"), compiled_one, zipfile.ZIP_DEFLATED, 9)
`);
writeFileSync(compiled, python.FS.readFile("/made.zip"));
writeFileSync(library, python.FS.readFile("/made_library.zip"));
