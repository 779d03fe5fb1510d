"""Old names of TOML keys, so that an old file gets an error that names the new key."""

from __future__ import annotations

from collections.abc import Mapping

OLD_KEYS: Mapping[str, Mapping[str, str]] = {
    "RulesetFile": {
        "to_come": "planned_chapters",
        "renamed": "old_names",
        "retired": "retired_inputs",
        "line": "tagline",
        "look": "accent",
        "kept": "shared_inputs",
        "at_the_table": "table_mode",
    },
    "ChapterFile": {
        "from": "parent_chapters",
    },
    "TermFile": {
        "means": "meaning",
        "also": "spellings",
    },
    "TitleFile": {
        "plays": "subject",
        "needs": "equipment",
        "evenings": "evenings_to_learn",
        "learnt": "learning",
        "ways": "reading_orders",
        "exempt": "exempt_numbers",
    },
    "ToolFile": {
        "ask": "address",
        "does": "purpose",
    },
    "ReadingOrderFile": {
        "why": "audience",
    },
    "TableModeFile": {
        "musters": "army_builders",
    },
    "TableToolFile": {
        "ask": "address",
    },
    "ArmyBuilderFile": {
        "ask": "question",
        "rows": "unit_list",
        "names": "label_inputs",
        "gives": "own_inputs",
        "faces": "enemy_inputs",
        "lists": "list_inputs",
    },
    "RetiredInputFile": {
        "was": "accepted_value",
        "why": "refusal",
    },
    "RuleFile": {
        "same": "same_as",
        "printed": "misprint",
        "exempt": "exempt_numbers",
        "agrees": "equivalent_to",
    },
    "RulingFile": {
        "where": "cite",
        "ask": "question",
        "take": "answer",
        "names": "reading_names",
        "also": "more_examples",
        "settled": "settled_reading",
        "retired": "retired_readings",
        "letters": "parent_letters",
        "same": "same_as",
    },
    "ShortFile": {
        "asked": "questions",
        "dropped": "dropped_questions",
    },
    "TableQuestionFile": {
        "under": "other_answers",
        "exempt": "exempt_numbers",
    },
    "ChangeFile": {
        "day": "date",
    },
    "SituationFile": {
        "asks": "question",
    },
    "SituationAnswerFile": {
        "ask": "address",
        "chance": "chance_of",
        "bars": "exhibit",
        "least": "at_least",
        "lacks": "unanswered_reason",
    },
    "EpisodeFile": {
        "ask": "address",
        "then": "effects",
        "asks": "prompt",
        "unchecked": "unchecked_reason",
    },
    "CheckFile": {
        "ask": "address",
        "after": "after_episode",
        "is": "expected",
    },
    "CourseChangeFile": {
        "less": "subtract",
        "more": "add",
    },
}
"""The new name of each old key, by the model whose key it is."""


def renamed_key(model: str, keys: object) -> str:
    """Return the sentence about the first old key among the keys of a table.

    model: the name of the model that checks the table. The text is empty if the table has no old key of that model, or if
    `keys` is not a mapping.
    """
    known = OLD_KEYS.get(model)
    if known is None or not isinstance(keys, Mapping):
        return ""
    old = next((key for key in keys if key in known), None)
    return f"the key {old} is now called {known[old]}; rename it" if old is not None else ""
