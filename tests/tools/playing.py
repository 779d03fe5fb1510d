"""A tool to play a course while it is written.

`python tests/tools/playing.py bn` prints each episode, its dice and the state that it leaves behind; `python
tests/tools/playing.py bn first-shot` what the first seeds throw there; `--write` fills the course's notebook, and no
other.
"""

import sys

from drillbook import AskError, RulesError, library
from drillbook.asking.answers.simulation import throw
from drillbook.book.course import Moment, course_of
from drillbook.book.course_checks import course_faults, episodes_without_checks, notebook_of
from drillbook.book.course_markers import guess_of
from drillbook.book.folder import COURSE, book_folder, read_notebook
from drillbook.book.notebooks import rewritten

SEEDS = 40


def told(name: str, moment: Moment, before: dict[str, object]) -> str:
    """Return an episode in a few lines."""
    lines = [f"{name}: {moment.found.address}", f"    {moment.found.headline}"]
    if moment.thrown:
        lines.append(f"    fell '{moment.fell}', dice {moment.thrown.faces}")
    if moment.episode.guess:
        wanted = guess_of(moment)
        lines.append(f"    guess {moment.episode.guess}: {wanted.right} ({wanted.kind})")
    flat = moment.found.outcome.flat() if not moment.found.refused else None
    lines.append(f"    answer: {flat}")
    changed = {thing: value for thing, value in moment.state.items() if before.get(thing) != value}
    return "\n".join([*lines, f"    now: {changed}"])


def main() -> None:
    """Play the course of the ruleset that the command line names."""
    words = [word for word in sys.argv[1:] if word != "--write"]
    lib = library()
    course = course_of(lib.find(words[0]), lib)
    if len(words) > 1:
        found = course.moment(words[1]).found
        print(found.headline)
        for seed in range(1, SEEDS + 1):
            thrown = throw(found, seed)
            print(f"    seed {seed}: '{thrown.outcome}', dice {thrown.faces}")
        return
    before: dict[str, object] = dict(course.start)
    for name, moment in course.moments.items():
        print(told(name, moment, before))
        before = dict(moment.state)
    path = notebook_of(course.ruleset, book_folder())
    if "--write" in sys.argv:
        path.write_text(rewritten(path, lib), encoding="utf-8")
    for fault in course_faults(course.ruleset, read_notebook(path)["cells"] if path.is_file() else None, lib):
        print(f"{COURSE}.ipynb: {fault}")
    if episodes_without_checks(course):
        print(f"without checks: {', '.join(episodes_without_checks(course))}")


if __name__ == "__main__":
    try:
        main()
    except (AskError, RulesError) as problem:
        sys.exit(str(problem))
