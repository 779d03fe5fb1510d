"""A check list: conditions of an act, asked one by one, with verdicts and notes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from drillbook.asking.answers.working import Working
from drillbook.asking.exhibits.charts import Decision, Verdict


def verdict_line(one: Verdict) -> str:
    """Return a condition as one line: its question, yes or no, and what was found.

    If the condition does not matter, the line is the finding alone.
    """
    if one.ok is None:
        return one.finding
    verdict = "yes" if one.ok else "no"
    return (
        f"{one.question} {verdict}: {one.finding}"
        if one.question.endswith("?")
        else f"{one.question}: {verdict}, {one.finding}"
    )


class Checks:
    """The conditions for something to be allowed; each one cites its rule when asked."""

    def __init__(self, working: Working) -> None:
        self.working = working
        self.verdicts: list[Verdict] = []

    def ask(self, question: str, ok: bool | None, finding: str, rule: str) -> bool:
        """Add one condition and return False if it fails, else True.

        ok: whether the condition is met (None: it does not matter here). finding: what was found. rule: the rule that is cited.
        """
        self.verdicts.append(Verdict(question, ok, finding, self.working.reader.cite(rule)))
        return ok is not False

    @property
    def failed(self) -> Sequence[Verdict]:
        """The conditions that are not met, in order."""
        return [one for one in self.verdicts if one.ok is False]

    @property
    def passed(self) -> bool:
        """Whether no condition has failed."""
        return not self.failed

    def note(self) -> None:
        """Add the findings to the answer as notes.

        Adds every failure; if there is no failure, adds every condition that is met.
        """
        for one in self.failed or [one for one in self.verdicts if one.ok]:
            self.working.note(one.finding, one.rule)

    def tell(self, words: Callable[[Verdict], str] | None = None) -> None:
        """Add every condition to the answer as a note in the given words.

        Without words, adds only the conditions that matter, each with its question and a yes or no.
        """
        for one in self.verdicts:
            self.working.note((words or verdict_line)(one), one.rule, when=words or one.ok is not None)

    def decision(self, caption: str, name: str = "decision") -> Decision:
        """Return the whole check list as a picture (a decision table)."""
        return Decision(caption, tuple(self.verdicts), name)

    def refuse(self, caption: str = "What stands in the way") -> None:
        """Refuse with the first failure and the list, where there is one."""
        if self.failed:
            first = self.failed[0]
            self.working.refuse(first.finding, first.rule, exhibits=[self.decision(caption)])
