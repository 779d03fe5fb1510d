"""How is Python's start spared? Its memory is kept as it was once it had read the book, and what is in it need not be sent again.

It rests on what the npm package keeps to itself, so an edition is tried before it is told to start that way; where that fails, here or
in a reader's browser, Python starts plainly.
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
    """content: what Python's memory holds, as static/memory.mjs reads it; held: the modules and other files of our packages that are in
    it; late: the modules of Python's library that are not, and may be wanted.
    """

    content: bytes
    held: frozenset[str]
    late: frozenset[str]

    def holds(self, name: str) -> bool:
        """Whether a file of our packages is in memory already. name: its path among the packages."""
        return name in self.held or module_of(name) in self.held


def module_of(name: str) -> str:
    """The path of the source that a file is, or was compiled from."""
    path = PurePosixPath(name)
    if path.suffix not in (".py", ".pyc"):
        return name
    folder = path.parent.parent if path.parent.name == "__pycache__" else path.parent
    return str(folder / f"{path.name.partition('.')[0]}.py")


def remember(package: Path, sources: Path, python_library: Path, place: Path) -> Memory:
    """Have Python read the book, and keep its memory. package: the npm package's folder; sources: an archive of our packages;
    python_library: that of Python's library; place: a folder for what is made.
    """
    content, lists = place / "memory", place / "lists.json"
    given = (package, sources, python_library, READY, content, lists)
    run([tool("node"), str(REMEMBER), *map(str, given)], place, PREPARE_SECONDS, NOT_PREPARED)
    told = json.loads(lists.read_text("utf-8"))
    return Memory(content.read_bytes(), frozenset(told["held"]), frozenset(told["late"]))


def late_modules(python_library: Path, late: frozenset[str]) -> Iterator[tuple[str, bytes]]:
    """The modules of Python's library that may be wanted after a start from memory, each with its path and its content."""
    with zipfile.ZipFile(python_library) as held:
        for name in sorted(held.namelist()):
            bare = name.removesuffix(".pyc").removesuffix("/__init__").replace("/", ".")
            if bare in late:
                yield name, held.read(name)


def fault(machinery: Path) -> str:
    """What is wrong with what a start from memory answers, nothing where all is well.

    An example of each ruleset is asked, its dice are rolled and its link is made, and a page is written. machinery: the folder that a
    browser would have.
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
    """What a reader does at a plate."""
    begin = {"do": "begin", "address": address, "base": "https://drillbook.example"}
    for said in (begin, {"do": "roll", "throws": 100, "seed": 1}, {"do": "tab", "name": "share"}):
        yield {"desk": desk, "said": said}
