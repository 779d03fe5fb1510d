"""The command line: drillbook ask, compare, search, questions, rules and other commands.

The other commands are rulings, quiz, book, serve and build. Only this module may import the site.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from drillbook import __version__
from drillbook.asking.answers.address import EDITION, Address, decode
from drillbook.asking.answers.ask import ask
from drillbook.asking.questions.registry import questions
from drillbook.errors import AskError, RulesError, quoted
from drillbook.formats import json as as_data
from drillbook.rules.library import library
from drillbook.rules.model import Ruleset

ANSWERED, REFUSED, NOT_UNDERSTOOD = 0, 1, 2


def _with_pairs(text: str, pairs: Sequence[str]) -> Address:
    wanted = decode(text)
    inputs, readings = dict(wanted.inputs), dict(wanted.readings)
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise AskError(f"Inputs look like name=value, not {quoted(pair)}.")
        if name == EDITION:
            continue
        store, key = (readings, name.removeprefix("ruling.")) if name.startswith("ruling.") else (inputs, name)
        if key in store:
            raise AskError(f"{name} is given twice; give it once.")
        store[key] = value
    return Address(wanted.ruleset, wanted.question, inputs, readings)


def _ask(options: argparse.Namespace) -> int:
    from drillbook.formats.bbcode import bbcode
    from drillbook.formats.markdown import markdown
    from drillbook.formats.text import text

    found = ask(_with_pairs(options.address, options.inputs), otherwise=True)
    if options.json:
        _print_json(as_data.answer_json(found))
    else:
        printer = markdown if options.markdown else bbcode if options.bbcode else text
        print(printer(found))
    return REFUSED if found.refused else ANSWERED


def _compare(options: argparse.Namespace) -> int:
    from drillbook.asking.uses.comparison import asked_for
    from drillbook.formats.compared_text import data, text

    made = asked_for(options.addresses)
    if not made.name and (wrong := next((one for one in made.sides if one.complaint), None)):
        raise AskError(f"{made.letter(wrong)}: {wrong.complaint}")
    if options.json:
        _print_json(data(made))
    else:
        print(text(made))
    return ANSWERED


def _print_json(data: Any) -> None:
    print(json.dumps(data, ensure_ascii=False, indent=1))


def _rulesets(name: str | None) -> list[Ruleset]:
    return [library().find(name)] if name else library().all()


def _list(
    options: argparse.Namespace, rows: list[dict[str, Any]], lines: Callable[[dict[str, Any]], Iterable[str]]
) -> int:
    if options.json:
        _print_json(rows)
    else:
        print("\n".join(line for row in rows for line in lines(row)))
    return ANSWERED


def _in_force(every: Mapping[str, Any], own: Mapping[str, Any], named: str | None) -> Iterable[Any]:
    """Return everything in force in a named ruleset, or a ruleset's own things if none is named.

    The second case lists several rulesets, so that nothing appears twice. What is removed is left out.
    """
    chosen = every if named else own
    return {one.id: one for one in chosen.values() if not one.removed}.values()


def _questions(options: argparse.Namespace) -> int:
    def lines(row: dict[str, Any]) -> Iterator[str]:
        yield f"{row['address']}\n  {row['title']}"
        for one in row["inputs"]:
            accepted = (
                ", ".join(one["choices"]) if one["choices"] else f"{one['low']} to {one['high']} {one['unit'] or ''}"
            )
            yield f"    {one['name']}={one['default']}  {one['label']} ({accepted.strip()})"
        yield f"    for example: {row['examples'][0]}\n"

    rulesets = _rulesets(options.ruleset)
    return _list(options, [as_data.question_json(spec, r) for r in rulesets for spec in questions(r).values()], lines)


def _rules(options: argparse.Namespace) -> int:
    def lines(row: dict[str, Any]) -> Iterator[str]:
        yield f"{row['id']}  {row['text']}  [{row['citation']['section']}, {row['citation']['lines']}]"

    rulesets = _rulesets(options.ruleset)
    found = [(one, r) for r in rulesets for one in _in_force(r.rules, r.own_rules, options.ruleset)]
    return _list(options, [as_data.rule(one, r) for one, r in found], lines)


def _rulings(options: argparse.Namespace) -> int:
    def lines(row: dict[str, Any]) -> Iterator[str]:
        yield f"{row['id']}  {row['problem']}"
        for letter, words in row["readings"].items():
            yield f"  {letter}{'*' if letter == row['default'] else ' '} {words}"
        yield from (f"  {letter}  no reading any more: {why}" for letter, why in row["retired"].items())
        if row["settled"]:
            yield f"  settled: {row['reason']}"

    rulesets = _rulesets(options.ruleset)
    found = [(one, r) for r in rulesets for one in _in_force(r.rulings(), r.own_rulings, options.ruleset)]
    return _list(options, [as_data.ruling(one, r) for one, r in found], lines)


def _quiz(options: argparse.Namespace) -> int:
    from drillbook.quiz import quiz
    from drillbook.quiz.printed import data, text

    made = quiz(options.about or "", options.seed, options.items)
    if options.json:
        _print_json(data(made))
    else:
        print(text(made))
    return ANSWERED


def _search(options: argparse.Namespace) -> int:
    from drillbook.search import finder, with_answers
    from drillbook.search.hits import KINDS

    def lines(row: dict[str, Any]) -> Iterator[str]:
        yield f"{row['title']}  [{KINDS[row['kind']]}, {row['ruleset']}]"
        yield from (f"  {row[part]}" for part in ("answer", "snippet") if row[part])
        yield f"  {row['address']}\n"

    short = library().find(options.ruleset).short if options.ruleset else None
    words = " ".join(options.words)
    hits = with_answers(finder(short).search(words, short))
    if not hits and not options.json:
        print(f"Nothing is found for {quoted(words)}; try fewer or other words.", file=sys.stderr)
        return REFUSED
    return _list(options, [hit.data() for hit in hits], lines) if hits else _print_none()


def _print_none() -> int:
    _print_json([])
    return REFUSED


def _book(options: argparse.Namespace) -> int:
    from drillbook.book import notebooks as book

    if options.new:
        print(f"Begun: {book.new(options.new)}. Arrange its cells, then run: drillbook book --write")
    elif options.write:
        changed = book.write_notebooks()
        print("\n".join(f"Written: {path}" for path in changed) or "Nothing to write: every marker is fresh.")
    else:
        faults = book.check()
        print("\n".join(faults) or "The book is in order.", file=sys.stderr if faults else sys.stdout)
        return REFUSED if faults else ANSWERED
    return ANSWERED


def _serve(options: argparse.Namespace) -> int:
    from drillbook_widgets.site.serve import serve

    return int(serve(options.host, options.port, open_browser=not options.no_browser))


def _build(options: argparse.Namespace) -> int:
    from drillbook_widgets.edition.build import build

    return int(build(options.folder, options.base))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="drillbook", description="Rules of miniature wargames: ask, look up, read as a site."
    )
    parser.add_argument("--version", action="version", version=f"drillbook {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    one = commands.add_parser("ask", help="answer one address, with the steps")
    one.add_argument("address", metavar="ADDRESS", help="such as 'bn/covering-fire?ar=1&distance=32'")
    one.add_argument("inputs", nargs="*", metavar="NAME=VALUE", help="more inputs, or ruling.NAME=LETTER")
    how = one.add_mutually_exclusive_group()
    for name in ("json", "markdown", "bbcode"):
        how.add_argument(f"--{name}", action="store_true", help=f"print the answer as {name}")
    one.set_defaults(run=_ask)

    one = commands.add_parser("compare", help="answer two to four addresses beside each other, or one situation")
    one.add_argument(
        "addresses", nargs="+", metavar="ADDRESS", help="such as 'bn/shot?weapon=lmg'; or a situation: shot"
    )
    one.add_argument("--json", action="store_true", help="print as JSON")
    one.set_defaults(run=_compare)

    one = commands.add_parser("search", help="find rules, tables, words and questions; a situation is answered")
    one.add_argument("words", nargs="+", metavar="WORDS", help="such as 'lmg 40 cover'")
    one.add_argument("--ruleset", metavar="RULESET", help="only this one, such as bn")
    one.add_argument("--json", action="store_true", help="print as JSON")
    one.set_defaults(run=_search)

    for name, run, what in (
        ("questions", _questions, "every question with its inputs"),
        ("rules", _rules, "every rule"),
        ("rulings", _rulings, "every ruling with its readings"),
    ):
        one = commands.add_parser(name, help=what)
        one.add_argument("ruleset", nargs="?", metavar="RULESET", help="only this one, such as bn")
        one.add_argument("--json", action="store_true", help="print as JSON")
        one.set_defaults(run=run)

    one = commands.add_parser("quiz", help="ask questions with answers to choose from")
    one.add_argument("about", nargs="?", metavar="RULESET[/CHAPTER]", help="only of this place, such as bn/shooting")
    one.add_argument("--seed", type=int, default=1, metavar="NUMBER", help="which quiz; the same number makes it again")
    one.add_argument("--items", type=int, default=6, metavar="NUMBER", help="how many questions at most")
    one.add_argument("--json", action="store_true", help="print as JSON")
    one.set_defaults(run=_quiz)

    one = commands.add_parser("book", help="check or write the markers in the notebooks, or begin a chapter")
    how = one.add_mutually_exclusive_group(required=True)
    how.add_argument("--check", action="store_true", help="fail when a marker is stale")
    how.add_argument("--write", action="store_true", help="fill every marker")
    how.add_argument("--new", metavar="RULESET/CHAPTER", help="begin a chapter's notebook")
    one.set_defaults(run=_book)

    one = commands.add_parser("serve", help="serve the book as a site")
    one.add_argument("--host", default="127.0.0.1", metavar="HOST", help="address to listen on")
    one.add_argument("--port", type=int, default=8866, metavar="PORT", help="port to listen on; 0 takes a free one")
    one.add_argument("--no-browser", action="store_true", help="do not open a browser")
    one.set_defaults(run=_serve)

    one = commands.add_parser("build", help="write the book as plain files, which answer in the reader's browser")
    one.add_argument("folder", type=Path, metavar="DIR", help="a new folder, or one that was built before")
    one.add_argument("--base", default="/", metavar="/PATH/", help="where a host will serve it from")
    one.set_defaults(run=_build)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code.

    The code is 0 for an answer, 1 for a refusal by a rule (or faults in the book, or a search without a result), and 2 for
    a command that is not understood.
    """
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    options = _parser().parse_args(arguments)
    try:
        return int(options.run(options))
    except (AskError, RulesError) as error:
        print(error, file=sys.stderr)
        return NOT_UNDERSTOOD
    except BrokenPipeError:  # the reader of a pipe has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ANSWERED


if __name__ == "__main__":
    sys.exit(main())
