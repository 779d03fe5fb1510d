"""A measurement of how soon the site serves.

Run by hand: `python tests/measure/start.py [COPIES [ROUNDS]]` (one of each by default). COPIES is how often the first
ruleset is on the shelf, each time under another name with all its chapters and questions; this shows what a start
costs once the book has grown: four copies of 89 questions are more than 350. For each round it prints the seconds
until the site listens, until it sends a chapter and a permalink's page, and until it is warm; and the processor time
that the site's own process and all processes below it have taken by then.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

sys.path.insert(0, str(Path(__file__).parents[1] / "site"))
sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))

from running_site import start_site, stop_site
from site_shelf import ROOT
from visitors import below

from drillbook import library, questions

LONGEST_SECONDS = 120
TEXT = frozenset({".py", ".toml", ".csv", ".ipynb"})


@contextmanager
def grown(copies: int) -> Iterator[dict[str, str]]:
    """Yield the environment variables for a site whose shelf has the first ruleset so often."""
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        rules = root / "rules_src" / "drillbook"
        bare = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / "rules_src" / "drillbook", rules, ignore=bare)
        shutil.copytree(ROOT / "book", root / "book", ignore=bare)
        first = library().all()[0]
        for number in range(2, copies + 1):
            for folder in (rules / "rulesets", root / "book"):
                duplicate(folder / first.slug, first.slug, first.short, number)
        # compiled already, as what is installed is
        os.system(f"{sys.executable} -m compileall -q {rules}")
        path = os.pathsep.join([str(root / "rules_src"), str(ROOT / "widgets"), os.environ.get("PYTHONPATH", "")])
        yield {"PYTHONPATH": path, "DRILLBOOK_BOOK": str(root / "book")}


def duplicate(folder: Path, slug: str, short: str, number: int) -> None:
    """One more copy of a ruleset's folder, in which it has another name."""
    made, other = folder.with_name(f"{slug}_{number}"), short + chr(ord("a") + number)
    shutil.copytree(folder, made)
    for path in made.rglob("*"):
        if path.suffix in TEXT:
            said = path.read_text("utf-8").replace(slug, made.name)
            said = re.sub(rf"(?<![a-z-]){short}(?=[/.][a-z])", other, said)
            said = re.sub(rf'(?m)^(short\s*= )"{short}"', rf'\g<1>"{other}"', said)
            path.write_text(re.sub(rf"(<!--[a-z]+ ){short} ", rf"\g<1>{other} ", said), "utf-8")


def seconds(pid: int) -> float:
    """Return the processor time in seconds that a process has taken; 0 if it is gone."""
    try:
        times = psutil.Process(pid).cpu_times()
    except psutil.Error:
        return 0.0
    return float(times.user + times.system)


def served(address: str) -> bool:
    """Return whether a page comes from an address."""
    try:
        with urllib.request.urlopen(address, timeout=30) as answer:
            return bool(answer.read())
    except (urllib.error.HTTPError, OSError):
        return False


def one_start(variables: dict[str, str], paths: list[str]) -> str:
    """One start, as a line of the table."""
    began = time.monotonic()
    process, address = start_site(variables=variables, whole=True)
    try:
        told = []
        for path in ("", *paths, "/ready"):
            while path and not served(address + path):
                assert time.monotonic() - began < LONGEST_SECONDS, f"{path} does not come"
                time.sleep(0.02)
            all_of_it = sum(map(seconds, [process.pid, *below(process.pid)]))
            told.append(f"{time.monotonic() - began:5.2f} ({seconds(process.pid):.2f}, {all_of_it:.2f})")
        return "   ".join(told)
    finally:
        stop_site(process)


def main(copies: int = 1, rounds: int = 1) -> None:
    """Print a line for each start."""
    first = library().all()[0]
    specs = list(questions(first).values())
    paths = [f"/{first.short}/{first.chapters[len(first.chapters) // 2].slug}", "/" + specs[-1].examples[0]]
    print(f"{copies} × {len(specs)} questions: seconds, and those of the processor (the site's own, all)")
    print("   ".join(f"{word:>18}" for word in ("listens", "a chapter", "a permalink", "warm")))
    with grown(copies) as variables:
        for _ in range(rounds):
            print(one_start(variables, paths), flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
