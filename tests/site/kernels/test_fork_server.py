"""Tests of the parts of the fork server, each alone.

They cover warming up within its time, the line to it, and the site's folder.
"""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import ipywidgets
import pytest
from ipywidgets.widgets.widget import _instances
from jupyter_client.kernelspec import KernelSpec
from visitors import running, together, until

import drillbook
from drillbook.asking.questions import registry
from drillbook_widgets import calculator
from drillbook_widgets.site.kernels import fork_client, fork_server, preload
from drillbook_widgets.site.kernels.provisioner import SiteProvisioner
from drillbook_widgets.site.kernels.runtime_folder import LONGEST_PATH, SiteFolder, short_root, sweep

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="forks")


def four_hundred(monkeypatch: pytest.MonkeyPatch, seconds: float) -> list[str]:
    """Make four hundred questions in two rulesets; return the list of those asked.

    Each question takes so many seconds. The list fills while they are asked.
    """
    asked: list[str] = []

    def ask(address: str) -> None:
        asked.append(address)
        end = time.process_time() + (seconds if address != "large/2" else 60)
        while time.process_time() < end:
            pass

    def each_question(ruleset: str) -> Iterator[SimpleNamespace]:
        for one in range({"large": 350, "small": 50}[ruleset]):
            yield SimpleNamespace(examples=[f"{ruleset}/{one}"])

    kept = SimpleNamespace(shorts={"l": "large", "s": "small"}, load=lambda slug: slug)
    monkeypatch.setattr(drillbook, "ask", ask)
    monkeypatch.setattr(registry, "each_question", each_question)
    monkeypatch.setattr(drillbook, "library", lambda: kept)
    monkeypatch.setattr(preload, "ANSWER_SECONDS", 0.2)
    monkeypatch.setattr(preload, "monotonic", time.process_time)  # on a busy machine the clock on the wall says nothing
    # Not in the tests' own process, which holds the objects of all tests before this one.
    monkeypatch.setattr(preload.gc, "freeze", lambda: None)
    monkeypatch.setattr(preload.gc, "collect", lambda: 0)
    return asked


@linux
def test_warming_up_keeps_to_its_time_and_gives_each_ruleset_its_share(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = four_hundred(monkeypatch, 0.01)
    began = time.process_time()
    steps = list(preload.warm_up(0.8))
    assert time.process_time() - began < 1.5
    assert 4 < steps[-1][0] == len(asked) < 90
    assert [warm for _, warm in steps] == [False] * (len(steps) - 1) + [True]
    small = sum(1 for address in asked if address.startswith("small"))
    assert abs(2 * small - len(asked)) <= 1
    assert "large/3" in asked  # the one that never ends was broken off


@linux
def test_warming_up_asks_everything_where_there_is_time(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = four_hundred(monkeypatch, 0)
    assert list(preload.warm_up(30))[-1] == (400, True)
    assert len(set(asked)) == 400


@linux
def test_what_is_broken_off_is_not_gone_on_with(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, made = four_hundred(monkeypatch, 0), []
    assert list(preload.warm_up(30, then=made.append))[-1] == (400, True)
    assert [address for address in asked if address != "large/2"] == made


@linux
def test_what_is_not_reached_until_it_is_warm_comes_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = four_hundred(monkeypatch, 0.001)
    steps = list(preload.warm_up(0.1, longest=60))
    warm_at = next(number for number, warm in steps if warm)
    assert 1 < warm_at < 200 < len(set(asked)) == 400 == steps[-1][0]


def test_of_a_plate_that_is_made_ahead_nothing_is_left_but_what_was_learnt(monkeypatch: pytest.MonkeyPatch) -> None:
    # Not in the tests' own process, which holds the objects of all tests before this one.
    monkeypatch.setattr(preload.gc, "freeze", lambda: None)
    monkeypatch.setattr(preload.gc, "collect", lambda: 0)
    address = next(example for row in preload.first_examples() for example in row)
    preload.plate(address)
    assert not _instances
    calculator(address)  # and another finds everything that plates share
    assert all(one.comm is not None for one in _instances.values())
    ipywidgets.Widget.close_all()


@linux
def test_the_warming_up_stands_back_when_a_page_has_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []

    def warming() -> Iterator[tuple[int, bool]]:
        for number in range(10):
            made.append(number)
            yield number, number > 0

    ours, theirs = socket.socketpair()
    with ours, theirs:
        server = fork_server.ForkServer(theirs, warming())
        server.warm_on()
        server.warm_on()
        assert made == [0, 1]  # until it is warm, one step follows another
        monkeypatch.setattr(fork_server.os, "fork", lambda: 4711)
        monkeypatch.setattr(fork_server, "threads", lambda: 1)
        server.fork(fork_server.ForkRequest(socket.socket()), {})
        assert server.resume > time.monotonic() + fork_server.ASIDE_SECONDS / 2
        server.warm_on()
        assert made == [0, 1]
        server.resume = 0.0
        server.warm_on()
        assert made == [0, 1, 2]


@linux
@pytest.mark.slow
@pytest.mark.rotating("drillbook_widgets/site/", "tests/site/kernels/")
def test_a_given_up_request_ends_what_was_forked_for_it_and_disturbs_no_other() -> None:
    def wish(folder: Path, number: int) -> dict[str, object]:
        return {"argv": ["-f", str(folder / f"{number}.json")], "env": dict(os.environ), "cwd": "/"}

    async def work(folder: Path) -> None:
        line = fork_client.ForkLine(folder)
        line.open()
        try:
            await asyncio.wait_for(line.ready.wait(), 30)
            asking = [asyncio.create_task(line.fork(**wish(folder, turn))) for turn in range(12)]  # type: ignore[arg-type]
            await asyncio.sleep(0.002)
            for one in asking[::2]:
                one.cancel()
            given = await asyncio.gather(*asking, return_exceptions=True)
            kept = [one for one in given if isinstance(one, fork_client.Forked)]
            assert len({one.pid for one in kept}) == len(kept) >= 6
            for one in kept:
                await one.kill()
                assert one.code is not None
            assert not any(running(one.pid) for one in kept)
            for _ in range(100):
                await line._look(5)
                if not line.state["kernels"]:
                    break
                await asyncio.sleep(0.05)
            assert line.state["kernels"] == []
            assert line.in_step
        finally:
            await line.close()

    with tempfile.TemporaryDirectory() as folder:
        together(work(Path(folder)))


@linux
def test_the_folder_of_a_site_that_lives_is_not_swept_away(tmp_path: Path) -> None:
    left = tmp_path / "drillbook_left"
    left.mkdir()
    (left / "lock").touch()
    other = tmp_path / "drillbook_of_somebody_else"
    other.mkdir()
    sweep(tmp_path)
    assert not left.exists()
    assert other.exists()
    with tempfile.TemporaryDirectory(dir="/tmp") as root:
        first, second = SiteFolder(root), SiteFolder(root)
        assert first.path.exists()
        second.remove()
        first.remove()
        assert until(lambda: not list(Path(root).iterdir()))


@pytest.mark.skipif(os.name != "posix", reason="sockets have no paths")
def test_a_folder_whose_sockets_could_not_be_named_is_made_elsewhere() -> None:
    assert short_root("/var/tmp") == "/var/tmp"
    assert short_root("/var/folders/" + "x" * LONGEST_PATH) == "/tmp"


def test_two_may_wait_for_the_end_of_one_kernel() -> None:
    """Two tasks may wait for the end of one kernel, and both get its exit code.

    They are Jupyter, which ends the kernel in order, and a page that leaves meanwhile. Neither of them fails.
    """

    async def both() -> list[int | None]:
        one = SiteProvisioner(kernel_id="both", kernel_spec=KernelSpec())
        one.forked = SimpleNamespace(ended=asyncio.Event(), code=-9)  # type: ignore[assignment]
        waiting = [asyncio.create_task(one.wait()) for _ in range(2)]
        await asyncio.sleep(0)
        one.forked.ended.set()  # type: ignore[union-attr]
        return await asyncio.gather(*waiting)

    assert together(both()) == [-9, -9]
