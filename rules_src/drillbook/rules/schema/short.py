"""A chapter's short.toml becomes a Short; what it names must be there."""

from __future__ import annotations

from pathlib import Path

from drillbook.errors import RulesError, listed
from drillbook.rules.faq import by_readings, cited_rules, placeholders, values_in
from drillbook.rules.model import Ruleset
from drillbook.rules.schema.messages import complain
from drillbook.rules.schema.placeholders import stray_numbers
from drillbook.rules.schema.ruleset import ShortFile, TableQuestionFile
from drillbook.rules.schema.toml_csv import checked_model, fill_text, read_toml
from drillbook.rules.short import Short, TableQuestion

FILE = "short.toml"


def load_shorts(folder: Path) -> dict[str, Short]:
    """Return what the chapters of a ruleset's folder show at a glance, by the chapter's stem.

    Raises RulesError if an answer holds a number outside a placeholder.
    """
    found = {}
    for path in sorted(folder.glob(f"*/{FILE}")):
        said = checked_model(ShortFile, read_toml(path), path, "")
        asked = []
        for one in said.questions:
            stray = [
                number
                for text in (one.answer, *one.other_answers.values())
                for number in stray_numbers(text, one.exempt_numbers)
            ]
            if stray:
                complain(
                    path, one.question, f"the answer holds the number '{stray[0]}' outside a placeholder; write one such as"
                    " {chapter.rule}, or name the word under exempt_numbers with the reason why it is no rule's number.",
                )  # fmt: skip
            keys = [*one.rules, *(name.partition(" ")[0] for name in _named(path, one))]
            rulings = dict.fromkeys(one.rulings, "")
            asked.append(
                TableQuestion(one.question, one.answer, tuple(dict.fromkeys(keys)), rulings, one.other_answers)
            )
        found[path.parent.name] = Short(tuple(said.tables), tuple(asked), tuple(said.dropped_questions))
    return found


def _named(path: Path, one: TableQuestionFile) -> list[str]:
    try:
        return placeholders(one.answer)
    except ValueError as error:
        complain(path, one.question, f"the answer cannot be read: {error}. Mend its braces.")


def check_shorts(ruleset: Ruleset, folder: Path) -> None:
    """Check that every short.toml belongs to a chapter and names existing things.

    Raises RulesError if the folder is not a chapter, or if a table, a rule, a ruling, a number or a dropped question does
    not exist.
    """
    for stem, short in ruleset.own_shorts.items():
        path = folder / stem / FILE
        if not any(chapter.stem == stem for chapter in ruleset.chapters):
            complain(path, "", "the folder is no chapter of ruleset.toml; put the file into a chapter's folder.")
        known = {
            one.question
            for above in (ruleset.parent.own_shorts if ruleset.parent else {}).values()
            for one in above.asked
        }
        for question in set(short.dropped) - known:
            complain(
                path,
                "dropped_questions",
                f"no chapter of a parent's asks '{question}'; mend the words or leave it out.",
            )
        for key in short.tables:
            rule = ruleset.rule_if_any(key)
            if rule is None or rule.table is None:
                complain(path, "tables", f"'{key}' is no rule that shows a table; name one of kind table.")
        for one in short.asked:
            try:
                cited_rules(one, ruleset)
                values = values_in(one.answer, ruleset)
            except RulesError as error:
                complain(path, one.question, str(error))
            fill_text(one.answer, values, path, one.question)
            _check_under(one, ruleset, path)
    if ruleset.parent:
        _check_inherited(ruleset, folder)


def _check_under(one: TableQuestion, ruleset: Ruleset, path: Path) -> None:
    """Check the rulings that an answer depends on, and its answers under other readings.

    Raises RulesError if a ruling or a reading does not exist, or if the reading is the one that the answer uses by default.
    """
    for name in one.rulings:
        if ruleset.ruling_if_any(name) is None:
            complain(path, one.question, f"there is no ruling '{name}'; mend the name under rulings.")
    for key, text in one.under.items():
        name, _, letter = key.partition("=")
        ruling = ruleset.ruling(name)
        others = [other for other in ruling.readings if other != ruling.default]
        if letter not in others:
            complain(
                path, one.question, f"other_answers, '{key}': the other readings of {name} are {listed(others, 'and')}."
            )
        try:
            fill_text(text, values_in(text, ruleset), path, one.question)
        except RulesError as error:
            complain(path, one.question, f"other_answers, '{key}': {error}")


def _check_inherited(ruleset: Ruleset, folder: Path) -> None:
    """Check that every question that a layer takes over has an answer for the layer's defaults.

    Raises RulesError if the layer's own default changes the answer and no answer is written for it.
    """
    for chapter in ruleset.chapters:
        for one in ruleset.short_of(chapter).asked:
            answer, other = by_readings(one, ruleset, {}) if one.rulings else ("", ())
            if other and answer is None:
                complain(
                    folder / chapter.stem / FILE, one.question, f"the parent's answer goes by another reading of {other[0][0].name}"
                    " than is taken here; answer it here, or give the parent's an answer under that reading.",
                )  # fmt: skip
