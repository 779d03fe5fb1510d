"""A whole ruleset: what is in force in it, found by name.

Names resolve through the ruleset's own layer, then through its parent's.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any

from drillbook.errors import RulesError, nearest_of
from drillbook.rules.entities import EMPTY, InputChange, RetiredInput, Rule, Ruling, Table
from drillbook.rules.manifest import Accent, Chapter, Document, SharedInputs, TableMode, Term, Title
from drillbook.rules.short import LOST_READING, Short, TableQuestion


@dataclass(frozen=True)
class Ruleset:
    """A whole ruleset; names resolve through its own layer first, then through the parent's."""

    slug: str
    short: str
    title: str
    unit: str
    document: Document
    chapters: tuple[Chapter, ...]
    own_rules: Mapping[str, Rule]
    own_tables: Mapping[str, Table]
    own_rulings: Mapping[str, Ruling]
    parent: "Ruleset | None" = None
    dropped_questions: Mapping[str, str | None] = field(default_factory=lambda: EMPTY)
    dropped_inputs: Mapping[str, Mapping[str, str]] = field(default_factory=lambda: EMPTY)
    planned_chapters: frozenset[str] = frozenset()
    own_examples: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: EMPTY)
    own_inputs: Mapping[str, Mapping[str, InputChange]] = field(default_factory=lambda: EMPTY)
    old_names: Mapping[str, str] = field(default_factory=lambda: EMPTY)
    own_retired: Mapping[str, RetiredInput] = field(default_factory=lambda: EMPTY)
    own_shorts: Mapping[str, Short] = field(default_factory=lambda: EMPTY)
    tagline: str = ""
    accent: Accent = field(default_factory=Accent)
    own_terms: Mapping[str, Term] = field(default_factory=lambda: EMPTY)
    shared_inputs: SharedInputs | None = None
    title_page: Title | None = None
    table_mode: TableMode | None = None
    own_synonyms: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: EMPTY)
    version: int = 1

    @property
    def synonyms(self) -> Mapping[str, tuple[str, ...]]:
        """What people type, and what this book calls it: the layer's own before the parent's."""
        return {**(self.parent.synonyms if self.parent else {}), **self.own_synonyms}

    def __getstate__(self) -> dict[str, Any]:
        """Return what the cache keeps: the fields, without what was worked out from them.

        Parts that belong to the parent ruleset are references to it (cache.py).
        """
        return {one.name: getattr(self, one.name) for one in fields(self)}

    @cached_property
    def terms(self) -> Mapping[str, Term]:
        """The words of the glossary in force: this layer's own, and the parent's others."""
        found = {**(self.parent.terms if self.parent else {}), **self.own_terms}
        return {name: term for name, term in found.items() if not term.removed}

    def now_called(self, question: str, given: str | None = None) -> str:
        """Return the present name of a question, or of an input of it.

        Old links keep working by the names in `[old_names]` of ruleset.toml.
        """
        old = question if given is None else f"{question}.{given}"
        if old in self.old_names:
            return self.old_names[old]
        return self.parent.now_called(question, given) if self.parent else given or question

    def retired(self, question: str, given: str) -> RetiredInput | None:
        """Return the record of an input that a question no longer has, or None.

        question: the name of the question. given: the name of the input. The records are `[retired_inputs]` of ruleset.toml;
        a layer's own record comes before its parent's.
        """
        found = self.own_retired.get(f"{question}.{given}")
        return found or (self.parent.retired(question, given) if self.parent else None)

    @cached_property
    def rules(self) -> Mapping[str, Rule]:
        """The rules in force, by the keys that they answer to.

        A replacement answers to every key of the rule that it replaces.
        """
        found = dict(self.parent.rules) if self.parent else {}
        keys: dict[str, list[str]] = {}
        for key, rule in found.items():
            keys.setdefault(rule.id, []).append(key)
        for rule in self.own_rules.values():
            old = self.parent.rules.get(rule.replaces or rule.key) if self.parent else None
            for key in (*(keys[old.id] if old else ()), rule.key):
                if rule.removed:
                    found.pop(key, None)
                else:
                    found[key] = rule
        return found

    @cached_property
    def table_rules(self) -> Mapping[str, list[Rule]]:
        """The rules that show each table, by the table's name."""
        found: dict[str, list[Rule]] = {}
        for rule in {rule.id: rule for rule in self.rules.values()}.values():
            if rule.table:
                found.setdefault(rule.table, []).append(rule)
        return found

    def rule(self, name: str) -> Rule:
        """Return the rule in force of a key (`reaction.cover-cap`) or id (`bn.reaction.cover-cap`).

        Raises RulesError if there is no such rule.
        """
        found = self.rule_if_any(name)
        if found is None:
            raise RulesError(
                f"{self.title} has no rule '{name}'{self._dropped_by(name) or nearest_of(name, self.rules)}"
            )
        return found

    def rule_if_any(self, name: str) -> Rule | None:
        """Return the rule in force of a key or a whole id, or None."""
        layer: Ruleset | None = self
        while layer:
            key = name.removeprefix(f"{layer.short}.")
            if key in self.rules:
                return self.rules[key]
            layer = layer.parent
        return None

    def has(self, name: str, part: str | None = None) -> bool:
        """Return whether a rule or a ruling is in force, and the part of it if one is named.

        name: a rule, or a ruling with `ruling.` before its name. part: the name of a value of the rule or of a reading of the
        ruling.
        """
        if name.startswith("ruling."):
            ruling = self.ruling_if_any(f".{name}")
            return ruling is not None and (part is None or part in ruling.names.values())
        rule = self.rule_if_any(name)
        return rule is not None and (part is None or part in rule.values)

    def _now(self, name: str) -> str | None:
        """Return the id of the rule in force of a name, or None."""
        rule = self.rule_if_any(name)
        return rule.id if rule else None

    def _dropped_by(self, name: str) -> str:
        layer: Ruleset = self
        while layer.parent:
            if old := layer.parent.rules.get(name.split(".", 1)[1] if name.startswith(f"{self.short}.") else name):
                return f"; it drops {old.id} of {layer.parent.title}."
            layer = layer.parent
        return ""

    def stated_in(self, rule: Rule) -> tuple["Ruleset", Chapter] | None:
        """Return the ruleset and its chapter that state a rule, or None.

        If this layer takes over the rule's chapter, the layer's own chapter states it, else the parent's.
        """
        layer: Ruleset | None = self
        while layer:
            own = layer.own_rules.get(rule.key)
            for chapter in layer.chapters:
                if own is not None and own.id == rule.id:
                    if chapter.stem == rule.chapter:
                        return layer, chapter
                elif rule.chapter in chapter.sources and layer.rules.get(rule.key) is rule:
                    return layer, chapter
            layer = layer.parent
        return None

    def rules_of(self, chapter: Chapter) -> list[Rule]:
        """Every rule that a chapter of this ruleset states, its own before the inherited ones."""
        stated = [rule for rule in self.own_rules.values() if not rule.removed and rule.chapter == chapter.stem]
        for rule in {rule.id: rule for rule in self.rules.values()}.values() if chapter.sources else ():
            place = self.stated_in(rule)
            if place and place[0] is self and place[1] == chapter and rule.key not in self.own_rules:
                stated.append(rule)
        return stated

    def short_of(self, chapter: Chapter) -> Short:
        """Return what a chapter shows at a glance beside its essential rules.

        The chapter's own parts come before those that a layer inherits.
        """
        found = own = self.own_shorts.get(chapter.stem, Short())
        for above in self.parent.chapters if self.parent else ():
            if self.parent and above.stem in chapter.sources:
                found = found.above(self.parent.short_of(above), self._now, self._asked_here)
        # What the layer states in another chapter is shown at the head of that one.
        return replace(found, tables=tuple(k for k in found.tables if k in own.tables or self._stands_in(k, chapter)))

    def _asked_here(self, asked: TableQuestion) -> TableQuestion:
        """Return a question at the parent's table with this layer's names of its rulings.

        The letters of the readings are this layer's too.
        """
        if not asked.rulings or self.parent is None:
            return asked
        theirs = {name: letter or self.parent.ruling(name).default for name, letter in asked.rulings.items()}
        here = dict(map(self.reading_of_parent, theirs, theirs.values()))
        under: dict[str, str] = {}
        for key, answer in asked.under.items():
            own, letter = self.reading_of_parent(*key.split("=", 1))
            under |= {f"{own}={letter}": answer} if letter else {}
        return replace(asked, rulings={name: one or LOST_READING for name, one in here.items()}, under=under)

    def _stands_in(self, key: str, chapter: Chapter) -> bool:
        """Whether the rule of that name is stated in this chapter."""
        rule = self.rule_if_any(key)
        return rule is not None and self.stated_in(rule) == (self, chapter)

    def table(self, name: str) -> Table:
        """Return the table of that name, with this layer's rows laid over the parent's.

        Raises RulesError if there is no such table.
        """
        if name in self.own_tables:
            return self.own_tables[name]
        if self.parent:
            return self.parent.table(name)
        raise RulesError(f"{self.title} has no table '{name}'.")

    def tables(self) -> dict[str, Table]:
        """Every table, by name."""
        return {**(self.parent.tables() if self.parent else {}), **self.own_tables}

    def rulings(self) -> dict[str, Ruling]:
        """Every ruling in force, by its name in this layer."""
        return dict(self._rulings)

    @cached_property
    def _rulings(self) -> Mapping[str, Ruling]:
        found = self.parent.rulings() if self.parent else {}
        for own in self.own_rulings.values():
            found.pop(own.replaces or own.name, None)
            if not own.removed:
                found[own.name] = own
        return found

    def ruling(self, name: str) -> Ruling:
        """Return the ruling of that name, or of a name that it has in a parent.

        The name can begin with `bn.ruling.`. Raises RulesError if there is no such ruling.
        """
        found = self.ruling_if_any(name)
        if found is None:
            raise RulesError(
                f"{self.title} has no ruling '{name}'{nearest_of(name.rsplit('.ruling.', 1)[-1], self._rulings)}"
            )
        return found

    def ruling_if_any(self, name: str) -> Ruling | None:
        """Return the ruling of that name, or of a name that it has in a parent, or None."""
        return self._rulings.get(self.reading_here(name.rsplit(".ruling.", 1)[-1], "")[0])

    def reading_here(self, name: str, letter: str) -> tuple[str, str]:
        """Return a ruling and a reading, named as in a parent, by this layer's name and letter."""
        own = self.own_rulings.get(name)
        if self.parent is None or (own is not None and not own.removed):
            return name, letter
        return self.reading_of_parent(*self.parent.reading_here(name, letter))

    def reading_of_parent(self, name: str, letter: str) -> tuple[str, str]:
        """Return a ruling and a reading of the parent by this layer's own name and letter.

        The letter is empty if the layer has lost the reading.
        """
        own = self._instead.get(name)
        if own is None:
            return name, letter
        known = {theirs: mine for mine, theirs in own.letters.items()} or {letter: letter}
        return own.name, known.get(letter, "")

    @cached_property
    def _instead(self) -> Mapping[str, Ruling]:
        """The layer's own rulings, by the names of the parent's rulings that they replace."""
        return {own.replaces or own.name: own for own in reversed([*self.own_rulings.values()])}

    def chapter(self, slug: str) -> Chapter | None:
        """Return the chapter of that name in an address, or None."""
        return next((chapter for chapter in self.chapters if chapter.slug == slug), None)
