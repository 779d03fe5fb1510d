"""Figures for the closing notes: times of drillbook ask and of answers in process.

Run by hand: `python tests/measure/answers.py`.
"""

import statistics
import subprocess
import sys
import time

from drillbook import ask, library, questions


def median_ms(times: list[float]) -> float:
    """Return the median of times in seconds, in milliseconds."""
    return round(statistics.median(times) * 1000, 1)


def wall(address: str, rounds: int = 20) -> float:
    """Median wall time of the command, warm."""
    times = []
    for _ in range(rounds + 1):
        begun = time.perf_counter()
        subprocess.run([sys.executable, "-m", "drillbook", "ask", address], capture_output=True, check=False)
        times.append(time.perf_counter() - begun)
    return median_ms(times[1:])


def in_process(address: str, rounds: int = 20) -> float:
    """Median time of one answer in a running process."""
    ask(address)
    times = []
    for _ in range(rounds):
        begun = time.perf_counter()
        ask(address)
        times.append(time.perf_counter() - begun)
    return median_ms(times)


def main() -> None:
    """Print a line per question: its first example, and the answer's own time in ms.

    For ten typical examples the line also has the command's wall time.
    """
    examples = [spec.examples[0] for ruleset in library().all() for spec in questions(ruleset).values()]
    typical = set(examples[:: max(1, len(examples) // 10)][:10])
    print("command ms  answer ms  address")
    for example in examples:
        print(f"{wall(example) if example in typical else '':>10}  {in_process(example):>9}  {example}")


if __name__ == "__main__":
    main()
