"""The sheet: everything a printer needs of an answer, as plain strings in reading order."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from drillbook import __version__
from drillbook.asking.answers.address import EDITION, Address, encode
from drillbook.asking.answers.ask import Answer
from drillbook.asking.answers.results import Refusal, Step
from drillbook.asking.inputs.kinds import Count, Kind, Numeric
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
    """One step, ready to print: its amount with sign, its label, its rule's id, section and page (None where no page states it).

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
    """A reading that is not the book's own, ready to print: `reading C of`, the ruling's name in words, what the reading says, the
    ruling by name and id, the page that states it, and the book's own letter.
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
    """An answer in plain strings; usually is the headline with the book's own readings, where others are in force, and rests are
    the book's own readings that it stands on, where another could be chosen.
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
    """A step's amount with the sign of what it does."""
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
    """Print an amount: exact while it is short, since nobody reads a fraction of thirty figures; mean: a mean is no chance."""
    text = shown(value)
    if isinstance(value, str) or len(text) <= LONGEST:
        return text
    return percent(Fraction(value)) if 0 < value < 1 and not mean else write_mean(value)


def section(rule: Rule) -> str:
    """The short name of a rule's place in its source: the section's number, else its heading."""
    number = _SECTION.match(rule.cite.section)
    return number.group() if number else rule.cite.section


def page(ruleset: Ruleset, rule: Rule) -> str | None:
    """The address of the sentence that states a rule: chapter page and anchor, the layer's own where it states the rule."""
    place = ruleset.stated_in(rule)
    return f"/{place[0].short}/{place[1].slug}#{rule.id}" if place else None


def ruling_page(ruleset: Ruleset, ruling: Ruling) -> str | None:
    """The address of the place that states a ruling: chapter page and anchor, a layer's own where it takes the chapter over."""
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
    """A reading that is not the book's own, with the place of its ruling."""
    page, ruling = ruling_page(ruleset, one.ruling), one.ruling
    return ReadingLine(one.named, one.title, one.words, ruling.name, ruling.id, page, ruling.default)


def credit(ruleset: Ruleset) -> str:
    """Which edition was read and which version of the book says so."""
    document = ruleset.document
    return f"{document.title}, {document.edition} ({document.author}) · Drillbook {__version__}"


def edition(ruleset: Ruleset) -> str:
    """The edition of a ruleset as links name it: its number where it has one, else its year."""
    document = ruleset.document
    for pattern, words in ((_NUMBERED, document.edition), (_YEAR, f"{document.year} {document.edition}")):
        if found := pattern.search(words):
            return found.group()
    return __version__


def with_edition(address: Address, ruleset: Ruleset) -> str:
    """An address as it is shared: it says which edition of the rules it was asked of."""
    written = encode(address)
    return f"{written}{'&' if '?' in written else '?'}{EDITION}={edition(ruleset)}"


def absent(kind: Kind, value: object) -> bool:
    """Whether an input says that something is not there: none of it, no row, no. A situation is told without it."""
    if isinstance(kind, Numeric):
        return isinstance(kind, Count) and value == 0
    return value in (False, ())


def situation_lines(found: Answer) -> tuple[tuple[str, str], ...]:
    """What was asked: the label and the words of every input that applies and says that something is there."""
    kinds = {one.name: one.kind for one in found.spec.bound(found.ruleset)}
    return tuple(
        (kinds[name].label, kinds[name].words(found.inputs[name]))
        for name in found.spec.visible(found.ruleset, found.inputs)
        if not absent(kinds[name], found.inputs[name])
    )


def lines(found: Answer) -> tuple[StepLine, ...]:
    """The steps of an answer, a refusal's last one the rule's no."""
    ruleset = found.ruleset
    told = [(mark(step), step.label, ruleset.rule(step.rule), step.asks) for step in found.outcome.steps]
    if isinstance(found.outcome, Refusal):
        told.append(("✗", found.headline, ruleset.rule(found.outcome.rule), ""))
    return tuple(
        StepLine(sign, label, rule.id, section(rule), page(ruleset, rule), asks) for sign, label, rule, asks in told
    )


def chance_words(found: Answer) -> str:
    """The chance of an answer in words, where it has one, as far as its headline does not say the same."""
    chance = getattr(found.outcome, "chance", None)
    parts = odds(chance).split(" · ") if chance is not None else ()
    return " · ".join(part for part in parts if not _says(found.headline, part))


def _says(words: str, number: str) -> bool:
    """Whether a number stands in these words, as a whole and not as part of a longer one."""
    return re.search(rf"(?<![\d./]){re.escape(number)}(?![\d/])", words) is not None


def lengths(found: Answer) -> str:
    """The inches of a headline in centimetres, for whoever has the other tape; nothing where a ruleset measures otherwise."""
    if found.ruleset.unit != "inches":
        return ""
    told = dict.fromkeys(number for number in _INCHES.findall(found.headline) if float(number))
    return ", ".join(f'{number}" = {other_tape(Fraction(number), found.ruleset.unit)}' for number in told)


def reading_lines(found: Answer) -> tuple[ReadingLine, ...]:
    """The readings of an answer that are not the book's own."""
    return tuple(_reading(found.ruleset, one) for one in departures(found))


def rests(found: Answer) -> tuple[ReadingLine, ...]:
    """The readings of an answer that are the book's own, where the source can be read otherwise."""
    met = [Departure(found.ruleset.ruling(name), letter) for name, letter in found.readings.items()]
    return tuple(_reading(found.ruleset, one) for one in met if one.ruling.free and one.letter == one.ruling.default)


def sheet(found: Answer, base: str = "") -> Sheet:
    """The sheet of an answer; base is put before the link (the site's own address)."""
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
