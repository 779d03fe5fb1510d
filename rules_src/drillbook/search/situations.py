"""A situation in fragments, such as `lmg 40 cover`, as a question with inputs set."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeGuard

from drillbook.asking.answers.address import Address, encode
from drillbook.asking.inputs.numbers import Count, Length, Numeric
from drillbook.asking.inputs.options import Choice, Choices, Flag
from drillbook.asking.inputs.rows import Rows
from drillbook.asking.questions.registry import Spec
from drillbook.errors import AskError
from drillbook.formats.sheet import absent
from drillbook.rules.model import Ruleset
from drillbook.search.form import OTHER_SIDE, Form
from drillbook.search.forms import MEN, WEAK, Forms, Slot
from drillbook.search.reading import LIGHT_WORDS, SearchTerm
from drillbook.search.words import AGAINST, stem

LEAST = 0.2
"""How sure it must be that a number means an input."""
FROM = frozenset({"at", "from", "within"})
"""A number after one of these is more likely a distance."""
NEAR = 2
"""So many pieces may stand between a number and the word that says what it counts."""
IN_A_ROW = 0.25
"""How much less sure it is that a word means a field of a row than an input of its own."""
ROW_FIELD_DISCOUNT = 0.1
"""How much less a word counts that is understood as a field of a row."""
PARTLY = 0.7
"""How much a word is understood that is a small part of an option's name."""
USUAL = 0.01
"""How much surer a word means the default, where several options hold it."""
UNSAID = frozenset({stem("behind")})
"""Words of a yes or no that go without saying: who is in cover is behind it."""
FOE = OTHER_SIDE & WEAK
"""Words that say no more than that the other side is meant."""
MOST_TOLD = 4
"""Inputs that are named among those taken for granted."""


@dataclass(frozen=True, slots=True)
class Reach:
    """Something that terms of the search can set: an input, its value and a certainty.

    pieces: the terms that say so. sure: how sure it is. share: how much of the value's own words they say.
    """

    input: str
    value: Any
    pieces: frozenset[int]
    sure: float
    order: int
    share: float = 1.0
    field: str = ""


@dataclass
class FilledForm:
    """A form with what was understood of the search.

    chosen: the values set. understood: how much of each term was understood. setting: the terms that set an input.
    """

    form: Form
    chosen: dict[str, Any] = field(default_factory=dict)
    understood: dict[int, float] = field(default_factory=dict)
    setting: dict[str, set[int]] = field(default_factory=dict)


def filled_forms(forms: Forms, pieces: Sequence[SearchTerm]) -> Iterator[FilledForm]:
    """Every form of which the pieces set something by a word."""
    touched: dict[int, dict[int, dict[int, float]]] = {}
    for at, piece in enumerate(pieces):
        if piece.empty:
            continue
        for phrase in piece.phrases:
            quality = 0.8 if phrase in piece.loose else 1.0
            for number in forms.naming(phrase):
                slots = touched.setdefault(forms.slots[number].form, {})
                hits = slots.setdefault(number, {})
                hits[at] = max(hits.get(at, 0.0), quality)
    for number in forms.named(pieces):
        touched.setdefault(number, {})
    for number, slots in touched.items():
        filled = _filled(forms.all[number], [(forms.slots[one], hits) for one, hits in slots.items()], pieces)
        if filled.chosen:
            yield filled


def _filled(form: Form, slots: list[tuple[Slot, dict[int, float]]], pieces: Sequence[SearchTerm]) -> FilledForm:
    order = {name: place for place, name in enumerate(form.kinds)}
    reaches = [one for slot, hits in slots for one in _reaches(form, slot, hits, pieces, order)]
    reaches += _numbers(form, slots, pieces, order)
    reaches.sort(key=lambda one: (-round(one.sure, 3), min(one.pieces), one.order))
    found = FilledForm(form)
    taken: set[int] = set()
    rows: dict[str, dict[str, Any]] = {}
    for one in reaches:
        if one.pieces & taken:
            continue
        if one.field:
            row = rows.setdefault(one.input, {})
            if one.field in row:
                continue
            row[one.field] = one.value
        elif one.input not in found.chosen:
            found.chosen[one.input] = one.value
        elif isinstance(form.kinds[one.input], Choices):
            found.chosen[one.input] = (*found.chosen[one.input], *one.value)
        else:
            continue
        taken |= one.pieces
        found.setting.setdefault(one.input, set()).update(one.pieces)
        share = PARTLY + (1 - PARTLY) * one.share - (ROW_FIELD_DISCOUNT if one.field else 0.0)
        found.understood |= dict.fromkeys(one.pieces, share)
    for name, row in rows.items():
        found.chosen[name] = (_row(form.kinds[name], row),)
    if found.chosen.keys() & form.opposing:
        theirs = (at for at, piece in enumerate(pieces) if piece.within(FOE) and not piece.empty)
        found.understood |= dict.fromkeys(theirs, 1.0)
    return found


def _row(kind: Any, said: dict[str, Any]) -> tuple[Any, ...]:
    """Return a row of a list with the values of the search.

    All other fields are as in the first row of the list's default, or have their own defaults if there is no such row.
    """
    usual = kind.first[0] if kind.first else tuple(inner.first for inner in kind.fields.values())
    return tuple(said.get(name, one) for name, one in zip(kind.fields, usual, strict=True))


def _reaches(
    form: Form, slot: Slot, hits: dict[int, float], pieces: Sequence[SearchTerm], order: dict[str, int]
) -> Iterator[Reach]:
    """Yield what a slot's words set: each run of terms that names an option or a yes-or-no."""
    if slot.value is None:
        kind = form.kinds[slot.input]
        if (
            isinstance(kind, Numeric)
            and not isinstance(kind, Length)
            and kind.low == 0
            and kind.first == 0
            and kind.high > 0
        ):
            for run in _runs(hits, pieces):
                said = {one for at in run for one in pieces[at].all_stems}
                if slot.words <= said and not any(pieces[at].denied for at in run):
                    yield Reach(slot.input, kind.nearest(1), frozenset(run), 1.5, order[slot.input])
        return
    for run in _runs(hits, pieces):
        said = {one for at in run for one in pieces[at].all_stems} & slot.words
        if not said - WEAK and (slot.flag or slot.words - WEAK):
            continue
        quality = sum(hits[at] * pieces[at].weight for at in run) / 5
        strong = slot.words - WEAK
        label = strong - (UNSAID - said) if slot.flag else slot.words - frozenset(slot.key) or slot.words
        share = len(said & label) / len(label)
        exact = any(phrase == slot.key for at in run for phrase in pieces[at].phrases)
        if not exact and all(pieces[at].number is not None for at in run):
            continue  # a figure alone is no name: 12 is not the gun of 12 cm
        sure = 0.6 + quality + 0.5 * (1.0 if exact else share)
        if not exact and not slot.flag and share < 0.3:
            continue
        after = any(pieces[at].after for at in run)
        if slot.input in form.opposing and not after and all(pieces[at].within(form.own) for at in run):
            continue  # the question's own name: the machine gun that fires is not the one that is fired at
        sure += _side(form, slot.input, after) + (USUAL if slot.value == form.kinds[slot.input].first else 0.0)
        whole = set(run)
        before = min(run) - 1
        if before >= 0 and pieces[before].within(form.named[slot.input]) and not slot.flag:
            whole.add(before)
            sure += 0.4
        if slot.field:
            sure -= IN_A_ROW
        denied = any(pieces[at].denied for at in run)
        if denied and not slot.flag:
            continue
        yield Reach(
            slot.input,
            not denied if slot.flag else slot.value,
            frozenset(whole),
            sure,
            order[slot.input],
            1.0 if exact else share,
            slot.field,
        )


def _side(form: Form, name: str, after: bool) -> float:
    """Return how much more certain a meaning is, by the side that the input is about.

    after: whether a word such as against comes first. The value is higher if the input is about the other side and such a
    word comes first, and lower if only one of the two holds.
    """
    opposing = name in form.opposing
    return 0.3 if after and opposing else -0.2 if after or opposing else 0.0


def _runs(hits: dict[int, float], pieces: Sequence[SearchTerm]) -> list[list[int]]:
    """Return the runs of adjacent places; empty words between places do not end a run."""
    runs: list[list[int]] = []
    for at in sorted(hits):
        if runs and all(pieces[between].empty for between in range(runs[-1][-1] + 1, at)):
            runs[-1].append(at)
        else:
            runs.append([at])
    return runs


def _numbers(
    form: Form, slots: list[tuple[Slot, dict[int, float]]], pieces: Sequence[SearchTerm], order: dict[str, int]
) -> Iterator[Reach]:
    labels = {slot.input: hits for slot, hits in slots if slot.value is None}
    listed = {slot.input: set[int]() for slot, _ in slots if slot.field}
    for slot, hits in slots:
        if slot.field:
            listed[slot.input] |= hits.keys()
    arms = {at for slot, hits in slots if slot.key and _one_of(form.kinds[slot.input]) and slot.input not in form.opposing
            for at in hits}  # fmt: skip
    for at, piece in enumerate(pieces):
        if piece.number is None:
            continue
        plural = at + 1 < len(pieces) and _plural(pieces[at + 1].text) and not piece.unit
        several = plural and at + 1 in arms
        measured = at > 0 and pieces[at - 1].text in FROM and not any(at + 1 in hits for _, hits in slots)
        for name, kind in form.kinds.items():
            if _one_of(kind):
                beside = _beside(at, labels.get(name, {}), pieces)
                if beside is not None and piece.text in kind.options:
                    yield Reach(name, piece.text, frozenset({at, beside}), 1.6, order[name])
                continue
            if isinstance(kind, Rows) and at + 1 in listed.get(name, ()):
                yield from _how_many(kind, name, at, piece, order[name])
            if not isinstance(kind, Numeric):
                continue
            try:
                value = kind.check(int(piece.number) if piece.number.denominator == 1 else piece.number)
            except AskError:
                continue
            beside = _beside(at, labels.get(name, {}), pieces)
            sure = 0.0
            if beside is None and (kind.when or (plural and isinstance(kind, Length))):
                continue
            if piece.unit:
                if kind.unit != piece.unit:
                    continue
                sure += 1.0
            if beside is not None:
                sure += 1.5 if abs(beside - at) == 1 else 1.1
                sure += 0.0 if isinstance(kind, Length) else _side(form, name, piece.after)
            if isinstance(kind, Length):
                sure += 0.7 if name == form.lengths[0] else 0.25 if piece.unit else 0.1
                sure += 1.0 if measured and name == form.lengths[0] else 0.0
            elif name == form.counts[0] and all(order[name] < order[other] for other in form.lengths):
                sure += 1.6 if several and MEN in form.named[name] else 0.3
            share = 1.0 if beside is None else pieces[beside].covers(form.named[name])
            if sure > LEAST:
                taken = {at} if beside is None else {at, beside}
                yield Reach(name, value, frozenset(taken), sure + 0.2 * share, order[name], share)


def _one_of(kind: Any) -> TypeGuard[Choice]:
    """Is one of several to be chosen, and no more?"""
    return isinstance(kind, Choice) and not isinstance(kind, Choices)


def _plural(word: str) -> bool:
    """Return whether a word is a plural, as in `6 rifles` or `6 riflemen`."""
    return word.endswith("men") or (word.endswith("s") and stem(word) != word)


def _how_many(kind: Rows, name: str, at: int, piece: SearchTerm, order: int) -> Iterator[Reach]:
    """Yield the count that a number before an option of a row sets.

    The number states how many there are of the option.
    """
    for field_name, inner in kind.fields.items():
        if isinstance(inner, Count) and piece.number is not None and piece.number.denominator == 1:
            with suppress(AskError):
                yield Reach(name, inner.check(int(piece.number)), frozenset({at}), 1.2, order, field=field_name)
            return


def _beside(at: int, hits: dict[int, float], pieces: Sequence[SearchTerm]) -> int | None:
    """Return the place of the word that says what a number counts, or None if none is near."""
    near = [one for one in hits if abs(one - at) <= NEAR and one != at]
    near = [
        one for one in near if not any(_parts(pieces[between]) for between in range(min(one, at) + 1, max(one, at)))
    ]
    return min(near, key=lambda one: (abs(one - at), one < at), default=None)


def _parts(piece: SearchTerm) -> bool:
    """Is a number on one side of it not about a word on the other?"""
    return piece.number is not None or piece.text in AGAINST


def applicable_values(
    spec: Spec, ruleset: Ruleset, chosen: dict[str, Any]
) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """Return the chosen values that apply, with what they imply, and all values; or None.

    An input that depends on another sets that one too: a man in a trench implies that there is a trench.
    The result is None if none of the chosen values applies.
    """
    kinds = spec.kinds(ruleset)
    wanted = dict(chosen)
    for _ in range(3):
        values = {name: wanted.get(name, kind.first) for name, kind in kinds.items()}
        shown = spec.visible(ruleset, values)
        hidden = [name for name in wanted if name not in shown]
        if not hidden:
            break
        for name in hidden:
            for other, accepted in kinds[name].when.items():
                if other not in wanted and kinds[other].format(values[other]) not in accepted:
                    try:
                        wanted[other] = kinds[other].parse(accepted[0])
                    except AskError:
                        wanted.pop(name, None)
    values = {name: wanted.get(name, kind.first) for name, kind in kinds.items()}
    shown = spec.visible(ruleset, values)
    kept = {name: value for name, value in wanted.items() if name in shown}
    if not set(kept) & set(chosen):
        return None
    return kept, spec.settle(ruleset, {name: kept.get(name, kind.first) for name, kind in kinds.items()})


def filled_address(spec: Spec, ruleset: Ruleset, kept: dict[str, Any]) -> str:
    """Return the address that sets these inputs, in their order, and leaves the others."""
    kinds = spec.kinds(ruleset)
    return encode(
        Address(ruleset.short, spec.name, {name: kinds[name].format(kept[name]) for name in kinds if name in kept})
    )


def left_out(
    filled: FilledForm, pieces: Sequence[SearchTerm], kept: Iterable[str], title: frozenset[str]
) -> tuple[str, ...]:
    """Return the typed words that set no input that is kept.

    Words of the question's title or name, and words that name such an input, are not included.
    """
    form = filled.form
    inputs = [name for name in kept if name in filled.setting]
    used = {at for name in inputs for at in filled.setting[name]}
    about = title | form.own | frozenset(stem for name in inputs for stem in form.named[name])
    foe = bool(form.opposing & set(inputs))
    return tuple(
        f"no {piece.text}" if piece.denied else piece.text
        for at, piece in enumerate(pieces)
        if at not in used
        and (not piece.empty or piece.number is not None)
        and piece.text not in LIGHT_WORDS
        and (piece.number is not None or not piece.within(about))
        and not (foe and piece.within(FOE))
    )


def understood_line(
    spec: Spec, ruleset: Ruleset, kept: dict[str, Any], values: dict[str, Any], without: Sequence[str] = ()
) -> str:
    """Return a line with what was understood, what was left out and what was taken for granted."""
    kinds = spec.kinds(ruleset)
    said = [_said(kinds[name], kept[name]) for name in kinds if name in kept]
    rest = [
        _said(kinds[name], values[name])
        for name in spec.visible(ruleset, values)
        if name not in kept and not absent(kinds[name], values[name]) and not _long(kinds[name], values[name])
    ]
    line = " · ".join(said)
    if without:
        line += f"{'. ' if line else ''}Left out: {', '.join(f'“{one}”' for one in without)}"
    granted = ", ".join(rest[:MOST_TOLD]) + (" …" if len(rest) > MOST_TOLD else "")
    return f"{line}{'. ' if line else ''}Taken for granted: {granted}" if granted else line


def _said(kind: Any, value: Any) -> str:
    return (
        (kind.label if value else f"not: {kind.label}")
        if isinstance(kind, Flag)
        else f"{kind.label}: {kind.words(value)}"
    )


def _long(kind: Any, value: Any) -> bool:
    return len(kind.words(value)) > 40
