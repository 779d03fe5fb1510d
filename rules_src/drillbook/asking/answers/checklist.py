"""A check list: the conditions of an act asked one by one; its verdicts, its notes, its first failure."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from drillbook.asking.answers.reader import Working
from drillbook.asking.exhibits.charts import Decision, Verdict


def verdict_line(one: Verdict) -> str:
    """Return a condition as one line: its question, yes or no, and what was found; the finding alone where it does not matter."""
    if one.ok is None:
        return one.finding
    verdict = "yes" if one.ok else "no"
    return (
        f"{one.question} {verdict}: {one.finding}"
        if one.question.endswith("?")
        else f"{one.question}: {verdict}, {one.finding}"
    )


class Checks:
    """What has to be so for something to be allowed; each condition cites its rule as it is asked."""

    def __init__(self, working: Working) -> None:
        self.working = working
        self.verdicts: list[Verdict] = []

    def ask(self, question: str, ok: bool | None, finding: str, rule: str) -> bool:
        """One condition: whether it is met (None: it does not matter here), what was found, and the rule; True unless it fails."""
        self.verdicts.append(Verdict(question, ok, finding, self.working.reader.cite(rule)))
        return ok is not False

    @property
    def failed(self) -> Sequence[Verdict]:
        """The conditions that are not met, in order."""
        return [one for one in self.verdicts if one.ok is False]

    @property
    def passed(self) -> bool:
        """Whether nothing stands in the way."""
        return not self.failed

    def note(self) -> None:
        """The findings as notes of the way to the answer: every failure, or everything that was met where there is none."""
        for one in self.failed or [one for one in self.verdicts if one.ok]:
            self.working.note(one.finding, one.rule)

    def tell(self, words: Callable[[Verdict], str] | None = None) -> None:
        """Every condition as a note in these words; without them those that matter, each with its question and a yes or no."""
        for one in self.verdicts:
            self.working.note((words or verdict_line)(one), one.rule, when=words or one.ok is not None)

    def decision(self, caption: str, name: str = "decision") -> Decision:
        """The whole list as a picture."""
        return Decision(caption, tuple(self.verdicts), name)

    def refuse(self, caption: str = "What stands in the way") -> None:
        """Refuse with the first failure and the list, where there is one."""
        if self.failed:
            first = self.failed[0]
            self.working.refuse(first.finding, first.rule, exhibits=[self.decision(caption)])
