"""The sheet: everything a printer needs of an answer, as plain strings in reading order."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from drillbook import __version__
from drillbook.asking.answers.address import EDITION, Address, encode
from drillbook.asking.answers.ask import Answer
from drillbook.asking.answers.results import Refusal, Step
from drillbook.asking.inputs.kinds import Kind
from drillbook.asking.inputs.numbers import Count, Numeric
from drillbook.asking.uses.nondefault_readings import Departure, departures, usually
from drillbook.maths.exact import Number
from drillbook.maths.number_words import odds, other_tape, percent, shown, write_mean
from drillbook.rules.entities import Rule, Ruling
from drillbook.rules.model import Ruleset

LONGEST = 13  # letters of an exact amount in a step
_INCHES = re.compile(r'(\d+(?:\.\d+)?)"')
_NUMBERED = re.compile(r"\d+(?:\.\d+)+")
_YEAR = re.compile(r"\b\d{4}\b")
_SECTION = re.compile(r"\d+(?:\.\d+)*")
#: What the label of a step says of an amount that is a mean.
_MEAN = re.compile(r"\b(?:on average|to expect)\b")


@dataclass(frozen=True, slots=True)
class StepLine:
    """One step, ready to print: its amount with sign, its label and its rule's place.

    rule: the rule's id. section, page: the rule's place (page is None if no page states the rule).
    asks: the address of the question whose answer the step takes over.
    """

    mark: str
    label: str
    rule: str
    section: str
    page: str | None
    asks: str = ""


@dataclass(frozen=True, slots=True)
class ReadingLine:
    """A reading that is not the book's own, ready to print.

    named: `reading C of`. title: the ruling's name in words. words: what the reading says. ruling, rule: the ruling by name
    and id.
    page: the page that states the ruling. ours: the letter of the book's own reading.
    """

    named: str
    title: str
    words: str
    ruling: str
    rule: str
    page: str | None
    ours: str

    def __str__(self) -> str:
        return f"{self.named} {self.title}"


@dataclass(frozen=True, slots=True)
class Sheet:
    """An answer in plain strings, in reading order.

    usually: the headline with the book's own readings, if others are in force.
    rests: the book's own readings that the answer depends on and for which another could be chosen.
    """

    question: str
    situation: tuple[tuple[str, str], ...]
    readings: tuple[ReadingLine, ...]
    usually: str
    headline: str
    odds: str
    lines: tuple[StepLine, ...]
    otherwise: tuple[tuple[str, str], ...]
    rests: tuple[ReadingLine, ...]
    credit: str
    link: str
    overruled: tuple[str, ...] = ()


def mark(step: Step) -> str:
    """Return a step's amount with the sign of its operation."""
    amount = _amount(step.amount, mean=bool(_MEAN.search(step.label))) if step.amount is not None else ""
    match step.op:
        case "add":
            return amount if amount.startswith("−") else f"+{amount}"
        case "subtract":
            return f"+{amount[1:]}" if amount.startswith("−") else f"−{amount}"
        case "times":
            return f"×{amount}"
        case "divide":
            return f"÷{amount}"
        case "at_least":
            return f"≥ {amount}"
        case "at_most":
            return f"≤ {amount}"
        case "note":
            return "·"
        case _:
            return amount


def _amount(value: Number | str, *, mean: bool) -> str:
    """Return an amount as text: exact if it is short, else as a percentage or a decimal number.

    Long fractions are hard to read. mean: the amount is a mean and not a chance, so that it is never printed as a
    percentage.
    """
    text = shown(value)
    if isinstance(value, str) or len(text) <= LONGEST:
        return text
    return percent(Fraction(value)) if 0 < value < 1 and not mean else write_mean(value)


def section(rule: Rule) -> str:
    """Return the short name of a rule's place in its source: the number, else the heading.

    The number is that of the section.
    """
    number = _SECTION.match(rule.cite.section)
    return number.group() if number else rule.cite.section


def page(ruleset: Ruleset, rule: Rule) -> str | None:
    """Return the address of the sentence that states a rule: chapter page and anchor, or None.

    If the layer itself states the rule, the address is the layer's own.
    """
    place = ruleset.stated_in(rule)
    return f"/{place[0].short}/{place[1].slug}#{rule.id}" if place else None


def ruling_page(ruleset: Ruleset, ruling: Ruling) -> str | None:
    """Return the address of the place that states a ruling: chapter page and anchor, or None.

    If a layer takes over the chapter, the address is the layer's own.
    """
    layer: Ruleset | None = ruleset
    while layer:
        own = layer.own_rulings.get(ruling.name)
        for chapter in layer.chapters:
            here = chapter.stem == ruling.chapter if own is ruling else ruling.chapter in chapter.sources
            if here:
                return f"/{layer.short}/{chapter.slug}#{ruling.id}"
        layer = layer.parent
    return None


def _reading(ruleset: Ruleset, one: Departure) -> ReadingLine:
    """Return a departure from the book's own readings as a line, with the place of its ruling."""
    page, ruling = ruling_page(ruleset, one.ruling), one.ruling
    return ReadingLine(one.named, one.title, one.words, ruling.name, ruling.id, page, ruling.default)


def credit(ruleset: Ruleset) -> str:
    """Which edition was read and which version of the book says so."""
    document = ruleset.document
    return f"{document.title}, {document.edition} ({document.author}) · Drillbook {__version__}"


def edition(ruleset: Ruleset) -> str:
    """Return the edition of a ruleset as links name it.

    The edition is its number if it has one, else its year, else the version of Drillbook.
    """
    document = ruleset.document
    for pattern, words in ((_NUMBERED, document.edition), (_YEAR, f"{document.year} {document.edition}")):
        if found := pattern.search(words):
            return found.group()
    return __version__


def with_edition(address: Address, ruleset: Ruleset) -> str:
    """Return an address as it is shared, with the edition of the rules that it was asked of."""
    written = encode(address)
    return f"{written}{'&' if '?' in written else '?'}{EDITION}={edition(ruleset)}"


def absent(kind: Kind, value: object) -> bool:
    """Return whether an input says that something is not there: a count of 0, no row, or no.

    A situation is described without such an input.
    """
    if isinstance(kind, Numeric):
        return isinstance(kind, Count) and value == 0
    return value in (False, ())


def situation_lines(found: Answer) -> tuple[tuple[str, str], ...]:
    """Return the situation of an answer: the label and the words of its inputs.

    Only inputs that apply and say that something is there are included.
    """
    kinds = {one.name: one.kind for one in found.spec.bound(found.ruleset)}
    return tuple(
        (kinds[name].label, kinds[name].words(found.inputs[name]))
        for name in found.spec.visible(found.ruleset, found.inputs)
        if not absent(kinds[name], found.inputs[name])
    )


def lines(found: Answer) -> tuple[StepLine, ...]:
    """Return the steps of an answer as lines; for a refusal, the last line is the refusal."""
    ruleset = found.ruleset
    told = [(mark(step), step.label, ruleset.rule(step.rule), step.asks) for step in found.outcome.steps]
    if isinstance(found.outcome, Refusal):
        told.append(("✗", found.headline, ruleset.rule(found.outcome.rule), ""))
    return tuple(
        StepLine(sign, label, rule.id, section(rule), page(ruleset, rule), asks) for sign, label, rule, asks in told
    )


def chance_words(found: Answer) -> str:
    """Return the chance of an answer in words, without what its headline already states.

    The result is empty if the answer has no chance.
    """
    chance = getattr(found.outcome, "chance", None)
    parts = odds(chance).split(" · ") if chance is not None else ()
    return " · ".join(part for part in parts if not _says(found.headline, part))


def _says(words: str, number: str) -> bool:
    """Return whether a number appears in the words as a whole, not as part of a longer number."""
    return re.search(rf"(?<![\d./]){re.escape(number)}(?![\d/])", words) is not None


def lengths(found: Answer) -> str:
    """Return the inches of a headline in centimetres, for readers with a metric tape.

    The result is empty if the ruleset's unit is not inches.
    """
    if found.ruleset.unit != "inches":
        return ""
    told = dict.fromkeys(number for number in _INCHES.findall(found.headline) if float(number))
    return ", ".join(f'{number}" = {other_tape(Fraction(number), found.ruleset.unit)}' for number in told)


def reading_lines(found: Answer) -> tuple[ReadingLine, ...]:
    """Return the readings of an answer that are not the book's own, as lines."""
    return tuple(_reading(found.ruleset, one) for one in departures(found))


def rests(found: Answer) -> tuple[ReadingLine, ...]:
    """Return the readings of an answer that are the book's own and could be chosen otherwise."""
    met = [Departure(found.ruleset.ruling(name), letter) for name, letter in found.readings.items()]
    return tuple(_reading(found.ruleset, one) for one in met if one.ruling.free and one.letter == one.ruling.default)


def sheet(found: Answer, base: str = "") -> Sheet:
    """Return the sheet of an answer.

    base: the site's own address, which is put before the link.
    """
    ruleset = found.ruleset
    departed = reading_lines(found)
    return Sheet(
        question=found.title,
        situation=situation_lines(found),
        readings=departed,
        usually=usually(found) if departed else "",
        headline=found.headline,
        odds=" · ".join(filter(None, (chance_words(found), lengths(found)))),
        lines=lines(found),
        otherwise=tuple((f"{o.ruling} {o.reading}", o.headline) for o in found.otherwise or () if o.differs),
        rests=rests(found),
        credit=credit(ruleset),
        link=f"{base}/{with_edition(found.address, ruleset)}",
        overruled=tuple(one.sentence for one in found.overruled),
    )
