"""A measurement of whether the site stays as it was over an hour.

Run by hand: `python tests/measure/hour.py [MINUTES [VISITORS]]` (60 and 30 a minute). Random visitors come without
end: some read a chapter or follow a permalink, some ask for nonsense, most ask for calculators and leave at some
moment, before or after they have them, with or without a goodbye. Each minute a line states the site's own memory and
its fork server's, what all processes hold together, how many there are, the descriptors and threads of the two, and
who was served or refused. At the end all visitors have left, and the last line is of the empty site.
"""

from __future__ import annotations

import asyncio
import random
import sys
import time
from collections import Counter
from pathlib import Path

import psutil

sys.path.insert(0, str(Path(__file__).parents[1] / "site"))
sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))

from measure_peers import pss
from running_site import start_site, stop_site
from site_shelf import cells_of, chapters, example, questions_shown
from visitors import Visitor, burden, fork_servers, get, health, until

LONGEST_STAY = 20.0
NONSENSE = (
    "/bn/storm?x=%00",
    "/../../etc/passwd",
    "/bn/" + "a" * 3000,
    "/live",
    "/nobody/here",
    "/bn/storm?attackers=1e99",
)


class Crowd:
    """Visitors of one site."""

    def __init__(self, site: str, chance: random.Random) -> None:
        self.site, self.chance = site, chance
        self.names = [f"{one.short}/{one.slug}" for one in chapters()]
        self.plates = {name: cells_of(name) for name in self.names}
        self.addresses = [example(question) for question in questions_shown()]
        self.cookie = get(site, "/")[2]
        self.told: Counter[str] = Counter()

    async def one(self) -> None:
        """Do what one visitor does, drawn by chance, and count it or its error."""
        kind = self.chance.choices(("reads", "links", "nonsense", "aborts", "stays"), (3, 3, 1, 2, 3))[0]
        try:
            await getattr(self, kind)()
            self.told[kind] += 1
        except Exception as problem:  # on a crowded machine, say: the others go on
            self.told[f"{kind}: {type(problem).__name__}"] += 1

    async def page(self, path: str, wanted: int = 200) -> None:
        """Ask for a page."""
        status = (await asyncio.to_thread(get, self.site, path))[0]
        assert status == wanted or wanted == 0, (path, status)

    async def reads(self) -> None:
        """Read a chapter drawn by chance."""
        await self.page("/" + self.chance.choice(self.names))

    async def links(self) -> None:
        """Follow a permalink, sometimes one that nobody has followed before."""
        address = self.chance.choice(self.addresses)
        await self.page(
            f"/{address}&nonsense={self.chance.randrange(1000)}" if self.chance.random() < 0.5 else f"/{address}"
        )

    async def nonsense(self) -> None:
        """Ask for an address that has no answer."""
        await self.page(self.chance.choice(NONSENSE), wanted=0)

    def visitor(self) -> Visitor:
        """Somebody who may ask for calculators."""
        return Visitor(self.site, self.chance.choice(self.names), self.cookie)

    async def aborts(self) -> None:
        """Ask for calculators and leave within a second, without waiting for them."""
        await self.visitor().ask_and_leave(self.chance.uniform(0, 1))

    async def stays(self) -> None:
        """Ask for calculators, show some plates, and stay with them for a while."""
        visitor = self.visitor()
        try:
            await visitor.ask()
            self.told["served" if visitor.served else "refused"] += 1
            if visitor.served:
                cells = self.plates[visitor.chapter]
                await visitor.show(self.chance.sample(cells, min(3, len(cells))))
                await asyncio.sleep(self.chance.uniform(0, LONGEST_STAY))
            if visitor.kernel is not None and self.chance.random() < 0.5:
                await asyncio.to_thread(visitor.leave)
        finally:
            if visitor.socket is not None:
                visitor.socket.close()


def line(minute: float, pid: int, told: Counter[str]) -> str:
    """One line of the table."""
    server = fork_servers(pid)
    rss = [psutil.Process(one).memory_info().rss / 2**20 for one in (pid, *server)]
    found = burden(pid)
    return (
        f"{minute:5.0f} min  site {rss[0]:5.0f} MB  fork server {sum(rss[1:]):5.0f} MB  all {pss(pid):6.0f} MB  "
        f"{found['processes']:3} processes {found['descriptors']:4} descriptors {found['threads']:3} threads  {dict(told)}"
    )


async def keep_coming(crowd: Crowd, pid: int, minutes: float, each_minute: float) -> None:
    """Let them come for so many minutes."""
    began = time.monotonic()
    visits: set[asyncio.Task[None]] = set()
    shown = 0
    while (gone := time.monotonic() - began) < 60 * minutes:
        if gone >= 60 * shown:
            print(line(shown, pid, crowd.told), flush=True)
            shown += 1
        visit = asyncio.create_task(crowd.one())
        visits.add(visit)
        visit.add_done_callback(visits.discard)
        await asyncio.sleep(crowd.chance.expovariate(each_minute / 60))
    await asyncio.gather(*visits)


def main(minutes: float = 60, each_minute: float = 30) -> None:
    """Print a line a minute."""
    process, site = start_site(whole=True)
    try:
        assert until(lambda: get(site, "/ready")[0] == 200, 180)
        crowd = Crowd(site, random.Random(11))
        asyncio.run(keep_coming(crowd, process.pid, minutes, each_minute))
        until(lambda: health(site)["kernels"] == 0, 60)
        until(lambda: health(site)["spare"] == health(site)["spare_wanted"], 30)
        time.sleep(2)
        print(line(minutes, process.pid, crowd.told), "(all have left)")
    finally:
        stop_site(process)


if __name__ == "__main__":
    main(*map(float, sys.argv[1:3]))
