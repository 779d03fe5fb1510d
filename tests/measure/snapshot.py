"""A snapshot of everything a commit shows, to prove that answers and pages stay the same.

    python tests/measure/snapshot.py take before                # the commit that is checked out
    python tests/measure/snapshot.py take after --commit main~3 # another one, from a worktree that is removed afterwards
    python tests/measure/snapshot.py compare before after       # prints each file that differs, with its first lines

`take` writes a folder: `answers/` has every example under every reading as `ask --json`, `share/` its text forms,
`site/` the pages that links lead to from the front page, `edition/` the static build. Only public surfaces are used
(the command line, HTTP), so two commits with different module names can be compared. Names of assets, which hold a
hash of their content, are replaced by `#`.
"""

from __future__ import annotations

import argparse
import contextlib
import difflib
import filecmp
import io
import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import quote, urljoin, urlsplit

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("answers", "share", "site", "edition")
TEXT = {".html", ".css", ".js", ".mjs", ".json", ".xml", ".svg", ".txt", ".webmanifest", ".ipynb"}
ASSET = re.compile(
    r"(?<=assets/)[0-9a-f]{8,}|(?<=machinery/)[0-9a-f]{12}|(?<=[.-])[0-9a-f]{12,64}(?=\.(?:js|mjs|css|woff2|packed|json|svg|png))"
)
LINK = re.compile(r"href=[\"']([^\"'#]+)")
DAY = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z?")
TIMEOUT_SECONDS = 120
SHOWN_LINES = 12


def asked(*words: str) -> str:
    """Return what the command line prints, with its exit code in front.

    words: the arguments, without the program's name.
    """
    from drillbook.cli import main

    out, complaints = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(complaints):
        code = main(words)
    return f"{code}\n{out.getvalue()}{complaints.getvalue()}"


def addresses() -> Iterator[tuple[str, str]]:
    """Yield each question with each of its examples, and with each other reading it lists."""
    for question in json.loads(asked("questions", "--json").partition("\n")[2]):
        name = f"{question['ruleset']}.{question['question']}"
        for example in question["examples"]:
            yield name, example
            told = json.loads(asked("ask", "--json", example).partition("\n")[2])
            for other in told["otherwise"]:
                mark = "&" if "?" in example else "?"
                yield name, f"{example}{mark}ruling.{other['ruling']}={other['reading']}"


def take_answers(folder: Path) -> None:
    """Write the answers and the share texts of all examples, a file for each question."""
    for name, address in addresses():
        path = f"{name}.txt"
        for part, forms in (("answers", ["--json"]), ("share", ["--markdown", "--bbcode"])):
            (folder / part).mkdir(parents=True, exist_ok=True)
            with (folder / part / path).open("a", encoding="utf-8") as file:
                file.writelines(f"== {address} {form}\n{asked('ask', form, address)}" for form in forms)


def same_names(text: str) -> str:
    """Return a page's text without what differs between two builds of the same pages.

    That is the hashes of assets, and times.
    """
    return DAY.sub("#", ASSET.sub("#", text))


def take_site(folder: Path) -> None:
    """Write every page of the running site that links lead to, with its status."""
    (folder / "site").mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "drillbook", "serve", "--port", "0", "--no-browser"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert process.stdout is not None
    try:
        found = re.search(r"http://\S+/", process.stdout.readline())
        assert found is not None, "the site did not say where it is"
        for path, text in crawled(found.group()):
            (folder / "site" / f"{quote(path, safe='')[:200]}.txt").write_text(text, encoding="utf-8")
    finally:
        process.terminate()
        process.wait()


def crawled(home: str) -> Iterator[tuple[str, str]]:
    """Yield the pages that links lead to from a site's front page: path with query, and text.

    Of the pages that differ in their query alone, the first is taken; its links are not followed, because quizzes and permalinks lead
    from one to the next without end.
    """
    coming, seen = [home], {(urlsplit(home).path, False)}
    while coming:
        address = coming.pop(0)
        status, kind, body = fetched(address)
        if not kind.startswith(("text/", "application/json", "application/atom")):
            continue
        text = body.decode("utf-8").replace(home, "http://site/")
        yield address.removeprefix(home), same_names(f"{status} {kind}\n{text}")
        if kind.startswith("text/html") and not urlsplit(address).query:
            for link in map(unescape, LINK.findall(text)):
                there = urljoin(address, link)
                path, queried = urlsplit(there).path, bool(urlsplit(there).query)
                if there.startswith(home) and "/assets/" not in path and (path, queried) not in seen:
                    seen.add((path, queried))
                    coming.append(there)


def fetched(address: str) -> tuple[int, str, bytes]:
    """Return a page's status, type and body."""
    try:
        with urllib.request.urlopen(address, timeout=TIMEOUT_SECONDS) as reply:
            return reply.status, reply.headers["Content-Type"] or "", reply.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers["Content-Type"] or "", error.read()


def take_edition(folder: Path) -> None:
    """Write the text files of the static build; of other files their names alone."""
    with tempfile.TemporaryDirectory() as built:
        subprocess.run([sys.executable, "-m", "drillbook", "build", built], check=True, cwd=ROOT)
        for path in sorted(Path(built).rglob("*")):
            if path.is_file():
                to = folder / "edition" / same_names(str(path.relative_to(built)))
                to.parent.mkdir(parents=True, exist_ok=True)
                text = same_names(path.read_text(encoding="utf-8")) if path.suffix in TEXT else ""
                to.write_text(text, encoding="utf-8")


def take(folder: Path, parts: list[str]) -> None:
    """Write these parts of the snapshot of the code that is on the path."""
    if {"answers", "share"} & set(parts):
        take_answers(folder)
    if "site" in parts:
        take_site(folder)
    if "edition" in parts:
        take_edition(folder)


def take_commit(commit: str, folder: Path, parts: list[str]) -> None:
    """Write the snapshot of another commit, by this script in a worktree of it."""
    with tempfile.TemporaryDirectory() as made:
        tree = Path(made) / "tree"
        subprocess.run(["git", "-C", ROOT, "worktree", "add", "--detach", tree, commit], check=True)
        try:
            script = tree / "tests" / "measure" / "snapshot.py"
            script.parent.mkdir(exist_ok=True)
            script.write_text(Path(__file__).read_text(encoding="utf-8"), encoding="utf-8")
            path = os.pathsep.join(str(tree / one) for one in ("rules_src", "widgets"))
            command = [sys.executable, script, "take", folder.resolve(), "--parts", *parts]
            subprocess.run(command, check=True, cwd=tree, env={**os.environ, "PYTHONPATH": path})
        finally:
            subprocess.run(["git", "-C", ROOT, "worktree", "remove", "--force", tree], check=True)


def compare(before: Path, after: Path) -> int:
    """Print how two snapshots differ; return how many files do."""
    names = sorted({str(path.relative_to(one)) for one in (before, after) for path in one.rglob("*") if path.is_file()})
    wrong = 0
    for name in names:
        old, new = before / name, after / name
        if old.is_file() and new.is_file() and filecmp.cmp(old, new, shallow=False):
            continue
        wrong += 1
        print(f"{name}: {'differs' if old.is_file() and new.is_file() else 'new' if new.is_file() else 'gone'}")
        if old.is_file() and new.is_file():
            lines = difflib.unified_diff(*(one.read_text(encoding="utf-8").splitlines() for one in (old, new)), n=0)
            for line in list(lines)[2 : 2 + SHOWN_LINES]:
                print(f"    {line[:300]}")
    print(f"{len(names)} files compared, {wrong} differ")
    return wrong


def main() -> int:
    """Take a snapshot, or compare two."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True, dest="command")
    taking = commands.add_parser("take", help="write a snapshot into a new folder")
    taking.add_argument("folder", type=Path)
    taking.add_argument("--commit", help="of this commit instead of what is checked out")
    taking.add_argument("--parts", nargs="+", choices=PARTS, default=list(PARTS))
    comparing = commands.add_parser("compare", help="print what differs between two snapshots")
    comparing.add_argument("before", type=Path)
    comparing.add_argument("after", type=Path)
    options = parser.parse_args()
    if options.command == "compare":
        return min(compare(options.before, options.after), 1)
    if options.folder.exists() and any(options.folder.iterdir()):
        parser.error(f"{options.folder} is not empty; name a new folder")
    if options.commit:
        take_commit(options.commit, options.folder, options.parts)
    else:
        take(options.folder, options.parts)
    return 0


if __name__ == "__main__":
    sys.exit(main())
