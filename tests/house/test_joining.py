"""Tests of small cases that run as one test.

Each case that fails is named, none is lost, and a case that needs something of its own stays apart.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

CONFTEST = """
from joining import Joining
def pytest_configure(config):
    config.pluginmanager.register(Joining(set()))
"""
TESTS = """
import pytest

@pytest.mark.parametrize("number", range(10))
@pytest.mark.parametrize("other", ["a", "b"])
def test_small(number, other):
    if (number, other) == (7, "b"):
        pytest.fail("seven does not suit b")
    assert (number, other) != (3, "a")

@pytest.mark.parametrize("number", range(10))
def test_with_a_fixture(number, tmp_path):
    assert number < 10

@pytest.mark.parametrize("number", [*range(9), pytest.param(9, marks=pytest.mark.xfail(strict=True))])
def test_with_a_mark(number):
    assert number < 9

@pytest.mark.parametrize("number", range(3))
def test_few(number):
    assert number < 3
"""


@pytest.fixture
def run(tmp_path: Path):  # type: ignore[no-untyped-def]
    """Return a function that runs pytest on those tests with options and returns its output."""
    (tmp_path / "conftest.py").write_text(CONFTEST)
    (tmp_path / "test_them.py").write_text(TESTS)

    def done(*options: str) -> str:
        found = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-rA", "-p", "no:cacheprovider", *options],
            cwd=tmp_path, capture_output=True, text=True,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[1] / "tools")},
        )  # fmt: skip
        return found.stdout

    return done


def test_every_case_that_fails_is_named(run) -> None:  # type: ignore[no-untyped-def]
    said = run()
    assert "FAILED test_them.py::test_small[1 to 20]" in said
    assert "2 of 20 cases fail: a-3, b-7" in said
    assert "seven does not suit b" in said
    assert "assert (3, 'a') != (3, 'a')" in said
    # ten with a fixture, three few, nine in one; the marked one fails as it should
    assert "1 failed, 14 passed, 1 xfailed" in said


def test_what_is_chosen_by_name_is_all_that_runs(run) -> None:  # type: ignore[no-untyped-def]
    assert "1 passed" in run("-k", "test_small and b-9")
    assert "1 failed" in run("test_them.py::test_small[a-3]")
    assert "1 passed" in run("-k", "a-1 or a-2 or a-4 or a-5 or a-6")
