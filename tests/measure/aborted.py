"""A measurement of what aborted starts leave behind.

Run by hand: `python tests/measure/aborted.py [HOW_MANY]` (500 by default). HOW_MANY visitors ask for calculators,
twelve at a time, and each leaves within half a second. The script prints the processes, descriptors and threads
before and after, the memory of the site and its fork server, and what /health says.
"""

from __future__ import annotations

import asyncio
import random
import sys
import time
from pathlib import Path

import psutil

sys.path.insert(0, str(Path(__file__).parents[1] / "site"))
sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))

from running_site import start_site, stop_site
from site_shelf import small_chapter
from visitors import Visitor, burden, fork_servers, get, health, together, until

AT_ONCE = 12
LONGEST_SECONDS = 0.5


def line(pid: int) -> str:
    """Return a line with the site's processes, descriptors, threads and memory at this moment."""
    memory = [round(psutil.Process(one).memory_info().rss / 2**20) for one in (pid, *fork_servers(pid))]
    return f"{burden(pid)}, megabytes of the site and its fork server {memory}"


async def aborted(site: str, many: int) -> list[object]:
    """So many aborted starts; what was refused."""
    chance, cookie, chapter = random.Random(5), get(site, "/")[2], small_chapter()
    room, refused = asyncio.Semaphore(AT_ONCE), []

    async def one() -> None:
        async with room:
            visitor = Visitor(site, chapter, cookie)
            await visitor.ask_and_leave(chance.uniform(0, LONGEST_SECONDS))
            refused.extend(visitor.refused)

    await asyncio.gather(*(one() for _ in range(many)))
    return refused


def main(many: int = 500) -> None:
    """Print before and after."""
    process, site = start_site()
    try:
        until(lambda: get(site, "/ready")[0] == 200, 180)
        until(lambda: health(site)["spare"] == health(site)["spare_wanted"], 60)
        time.sleep(2)
        print("before:", line(process.pid), flush=True)
        began = time.monotonic()
        refused = together(aborted(site, many))
        print(f"{many} aborted starts in {time.monotonic() - began:.0f} s, refused {len(refused)}", flush=True)
        until(lambda: health(site)["kernels"] == 0 and health(site)["spare"] == health(site)["spare_wanted"], 120)
        time.sleep(3)
        print("after: ", line(process.pid))
        print(health(site))
        stays = Visitor(site, small_chapter(), get(site, "/")[2])
        together(stays.ask())
        print("the next visitor is served:", stays.served)
    finally:
        stop_site(process)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
