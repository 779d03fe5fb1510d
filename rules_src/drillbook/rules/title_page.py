"""The title page and the page for the table, as a ruleset's ruleset.toml describes them.

`[title_page]` is the title page; the numbers in its texts are those of the rules. `[table_mode]` names the tools of the
page for the table.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from drillbook.errors import RulesError, listed
from drillbook.rules.manifest import ArmyBuilder, ReadingOrder, TableMode, TableTool, Title, Tool
from drillbook.rules.model import Ruleset
from drillbook.rules.schema.messages import complain
from drillbook.rules.schema.quoted_numbers import quoted_in, stray

if TYPE_CHECKING:  # whoever only quotes what was read needs nothing that checks files
    from drillbook.rules.schema.ruleset import TableModeFile, TitleFile


def read_title_page(found: TitleFile | None, path: Path) -> Title | None:
    """Return the title page as ruleset.toml has it, or None.

    path: the path of ruleset.toml. Raises RulesError if the page states a number that no rule states.
    """
    if found is None:
        return None
    made = Title(
        found.subject,
        found.period,
        found.scale,
        found.dice,
        tuple(found.equipment),
        found.evenings_to_learn,
        found.learning,
        tuple(Tool(one.address, one.name, one.purpose) for one in found.tools),
        tuple(ReadingOrder(one.name, tuple(one.chapters), one.audience) for one in found.reading_orders),
        {name: tuple(rulings) for name, rulings in found.rulings.items()},
    )
    for text in _texts(made):
        if numbers := stray(text, found.exempt_numbers):
            complain(
                path, "title_page", f"“{text}” holds the number '{numbers[0]}'; write the rule that states it, such as"
                " {basics.figure-scale:word}, or name the word under exempt_numbers with the reason why it is no rule's number.",
            )  # fmt: skip
    return made


def table_mode_of(found: TableModeFile | None) -> TableMode | None:
    """Return the page for the table as ruleset.toml has it, or None.

    asking/uses/table_mode.py finds its faults.
    """
    if found is None:
        return None
    musters = [
        ArmyBuilder(
            one.question,
            one.unit_list,
            tuple(one.label_inputs),
            {name: tuple(ways) for name, ways in one.own_inputs.items()},
            {name: tuple(ways) for name, ways in one.enemy_inputs.items()},
            one.list_inputs,
        )
        for one in found.army_builders
    ]
    return TableMode(tuple(TableTool(one.address, one.name) for one in found.tools), tuple(musters))


def _texts(title: Title) -> tuple[str, ...]:
    """Those that speak of the game; how it is learnt counts evenings, which no rule does."""
    words = (title.subject, title.period, title.scale, title.dice, *title.equipment)
    return (*words, *(one.purpose for one in title.tools), *(one.audience for one in title.reading_orders))


def check_title(ruleset: Ruleset, path: Path) -> None:
    """RulesError where the title page names a rule, a number or a chapter that is not there."""
    title = ruleset.title_page
    if title is None:
        return
    try:
        filled_title_page(ruleset)
    except RulesError as problem:
        complain(path, "title_page", f"{problem} Mend its key.")
    for name in (one for some in title.rulings.values() for one in some if ruleset.ruling_if_any(one) is None):
        complain(path, "title_page.rulings", f"there is no ruling '{name}'; mend the name.")
    known = [chapter.slug for chapter in ruleset.chapters]
    for way in title.reading_orders:
        lost = [slug for slug in way.chapters if slug not in known]
        if lost:
            complain(
                path,
                f"title_page.reading_orders, {way.name}",
                f"there is no chapter '{lost[0]}'; there are {listed(known)}.",
            )


def filled_title_page(ruleset: Ruleset) -> Title | None:
    """Return the title page with the rules' numbers in its texts, ready to read, or None."""
    title = ruleset.title_page
    if title is None:
        return None

    def said(text: str) -> str:
        return quoted_in(text, ruleset)

    return replace(
        title,
        subject=said(title.subject),
        scale=said(title.scale),
        dice=said(title.dice),
        learning=said(title.learning),
        equipment=tuple(map(said, title.equipment)),
        tools=tuple(replace(one, purpose=said(one.purpose)) for one in title.tools),
        reading_orders=tuple(replace(one, audience=said(one.audience)) for one in title.reading_orders),
    )
