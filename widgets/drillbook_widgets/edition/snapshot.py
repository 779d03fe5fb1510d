"""The memory snapshot that spares a reader the start of Python.

The memory of a Python that has read the book is saved. Files that are in the memory need not be sent again.

The snapshot relies on internals of the npm package. So the build tests an edition before the edition uses the
snapshot. If the snapshot fails during the build or in a reader's browser, Python starts the normal way.
"""

from __future__ import annotations

import json
import subprocess
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import quote

from drillbook import ask, library
from drillbook.asking.questions.registry import each_question
from drillbook.formats import json as as_data
from drillbook_widgets.edition.toolchain import HERE, NOT_PREPARED, PREPARE_SECONDS, last_words, run, tool

READY, REMEMBER, ASK = (HERE / "node" / name for name in ("ready.py", "take_snapshot.mjs", "ask.mjs"))
TRY_SECONDS = 300.0


@dataclass(frozen=True)
class Memory:
    """The content of a memory snapshot and the lists of its modules.

    content: the memory of Python, in the form that static/memory.mjs reads. held: the modules and other files of our
    packages that are in the memory. late: the modules of Python's library that are not in the memory and may be needed.
    """

    content: bytes
    held: frozenset[str]
    late: frozenset[str]

    def holds(self, name: str) -> bool:
        """Whether a file of our packages is in memory already. name: its path among the packages."""
        return name in self.held or module_of(name) in self.held


def module_of(name: str) -> str:
    """Return the path of the source file from which a file was compiled, or the file's own path."""
    path = PurePosixPath(name)
    if path.suffix not in (".py", ".pyc"):
        return name
    folder = path.parent.parent if path.parent.name == "__pycache__" else path.parent
    return str(folder / f"{path.name.partition('.')[0]}.py")


def remember(package: Path, sources: Path, python_library: Path, place: Path) -> Memory:
    """Make Python read the book and return its memory snapshot.

    package: the folder of the npm package. sources: an archive of our packages. python_library: an archive of Python's
    library. place: a folder for the files that are made.
    """
    content, lists = place / "memory", place / "lists.json"
    given = (package, sources, python_library, READY, content, lists)
    run([tool("node"), str(REMEMBER), *map(str, given)], place, PREPARE_SECONDS, NOT_PREPARED)
    told = json.loads(lists.read_text("utf-8"))
    return Memory(content.read_bytes(), frozenset(told["held"]), frozenset(told["late"]))


def late_modules(python_library: Path, late: frozenset[str]) -> Iterator[tuple[str, bytes]]:
    """Yield the library modules that a start from memory may need later.

    Each module comes as its path and its content.
    """
    with zipfile.ZipFile(python_library) as held:
        for name in sorted(held.namelist()):
            bare = name.removesuffix(".pyc").removesuffix("/__init__").replace("/", ".")
            if bare in late:
                yield name, held.read(name)


def fault(machinery: Path) -> str:
    """Return what is wrong with the answers after a start from memory; empty if they are right.

    The test asks an example of each ruleset, rolls its dice, makes its link, and writes a page. machinery: the folder as
    a browser would have it.
    """
    addresses = [next(each_question(one)).examples[0] for one in library().all()]
    asked = [f"/exact.json?address={quote(one, safe='')}" for one in addresses]
    besides = [
        "/quiz?seed=1",
        *(json.dumps(one) for at, address in enumerate(addresses) for one in _handled(at, address)),
    ]
    wish = [tool("node"), str(ASK), str(machinery)]
    try:
        given = "\n".join([*asked, *besides])
        done = subprocess.run(wish, input=given, capture_output=True, text=True, timeout=TRY_SECONDS)
    except subprocess.TimeoutExpired:
        return f"nothing was answered in {TRY_SECONDS:.0f} seconds"
    if done.returncode or done.stderr:
        return last_words(done)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    if len(found) < len(asked) + len(besides):
        return f"only {len(found)} replies came"
    expected = [json.dumps(as_data.answer_json(ask(one, otherwise=True)), ensure_ascii=False) for one in addresses]
    wrong = [one for one, (_, reply), wanted in zip(addresses, found, expected, strict=False) if reply != wanted]
    return f"{wrong[0]} is answered otherwise" if wrong else ""


def _handled(desk: int, address: str) -> Iterator[dict[str, Any]]:
    """Yield the messages that a reader's actions at a plate send.

    The actions are: open the plate, roll the dice, and open the tab with the link.
    """
    begin = {"do": "begin", "address": address, "base": "https://drillbook.example"}
    for said in (begin, {"do": "roll", "throws": 100, "seed": 1}, {"do": "tab", "name": "share"}):
        yield {"desk": desk, "said": said}
