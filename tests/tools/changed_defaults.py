"""The defaults that the versions of the rulesets came with.

The script shows what these defaults owe to the tables of changed defaults.

    python tests/tools/changed_defaults.py          # records what is new, lists what has changed without a row
    python tests/tools/changed_defaults.py bn "The source names no other." ruling.range-bands shot.distance

The second form writes rows for these defaults, from the default recorded to that of today, into changed_defaults.csv
of the ruleset. What came with the version that the ruleset is at, and has another default now, is recorded again; it
needs no row.
"""

import csv
import json
import sys
from pathlib import Path

from drillbook import Library, library
from drillbook.asking.uses.default_versions import default_changes, default_faults, defaults, name_now
from drillbook.rules.model import Ruleset
from drillbook.rules.versions import COLUMNS, table_of

HERE = Path(__file__).parents[1] / "frozen" / "defaults"
Recorded = dict[int, dict[str, str]]


def recorded(ruleset: Ruleset) -> Recorded:
    """Return the recorded defaults of a ruleset, by the version that they came with."""
    path = HERE / f"{ruleset.slug}.json"
    held = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return {int(version): things for version, things in held.items()}


def record(ruleset: Ruleset, lib: Library) -> list[str]:
    """Record what is new in a ruleset with the version that it is at; return its names."""
    held, known = recorded(ruleset), defaults(ruleset, lib)
    latest = held.pop(ruleset.version, {})
    before = {name_now(ruleset, of) for things in held.values() for of in things}
    fresh = {of: default for of, default in known.items() if of not in before}
    if fresh:
        told = {str(version): things for version, things in {**held, ruleset.version: fresh}.items()}
        ordered = {version: dict(sorted(things.items())) for version, things in told.items()}
        (HERE / f"{ruleset.slug}.json").write_text(json.dumps(ordered, indent=1, ensure_ascii=False) + "\n", "utf-8")
    return [of for of, default in fresh.items() if latest.get(of) != default]


def write_rows(ruleset: Ruleset, lib: Library, why: str, names: list[str]) -> None:
    """Write a row for each of these defaults, from the one the table leads to, to today's."""
    known = defaults(ruleset, lib)
    told = {name_now(ruleset, of): default for things in recorded(ruleset).values() for of, default in things.items()}
    told |= {one.of: one.new for one in default_changes(ruleset, lib)}
    with table_of(ruleset, lib).open("a", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, COLUMNS, lineterminator="\n")
        for of in names:
            if of not in known or of not in told:
                sys.exit(f"{of} is no default of {ruleset.title} that has been recorded.")
            if told[of] == known[of]:
                sys.exit(f"the default of {of} is {known[of]}, as it was.")
            row = (str(ruleset.version), of, told[of], known[of], why)
            writer.writerow(dict(zip(COLUMNS, row, strict=True)))


def main(words: list[str]) -> None:
    """Record and list, or write rows."""
    lib = library()
    if len(words) > 2:
        write_rows(lib.find(words[0]), lib, words[1], words[2:])
    for ruleset in [lib.find(words[0])] if words else lib.all():
        for of in record(ruleset, lib):
            print(f"{ruleset.short}: recorded {of}")
        for problem in default_faults(ruleset, lib, recorded(ruleset)):
            print(f"{ruleset.short}: {problem}")


if __name__ == "__main__":
    main(sys.argv[1:])
