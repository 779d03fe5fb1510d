"""The chapters of every ruleset in reading order, which the names of files cannot tell."""

from __future__ import annotations

from drillbook.asking.questions.registry import questions
from drillbook.book.course import course_file
from drillbook.book.folder import COURSE
from drillbook.book.markdown_parts import escaped
from drillbook.errors import AskError
from drillbook.rules.library import Library
from drillbook.rules.model import Ruleset


def contents(lib: Library, which: str) -> str:
    """Return the lists of chapters as Markdown.

    which: `all`, or the short name of one ruleset.
    """
    rulesets = lib.all() if which == "all" else [lib.find(which)]
    told = [_chapters(ruleset, lib) for ruleset in rulesets if ruleset.chapters]
    if not told:
        raise AskError(f"{rulesets[0].title} lists no chapter." if rulesets else "there is no ruleset.")
    return "\n\n".join(told)


def _chapters(ruleset: Ruleset, lib: Library) -> str:
    many = len(questions(ruleset, lib))
    lines = [
        f"{number}. [{escaped(chapter.title)}](/{ruleset.short}/{chapter.slug}): {escaped(chapter.summary)}"
        for number, chapter in enumerate(ruleset.chapters, start=1)
    ]
    if course_file(ruleset, lib).is_file():
        lines = [f"To begin with: [first game in an evening](/{ruleset.short}/{COURSE}).", "", *lines]
    calculators = f"{many} calculators" if many > 1 else "one calculator"
    return "\n".join([f"### {escaped(ruleset.title)}", "", f"{escaped(ruleset.tagline)} ({calculators})", "", *lines])
