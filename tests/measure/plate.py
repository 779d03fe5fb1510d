"""A measurement of how soon a plate answers.

Run by hand: `python tests/measure/plate.py [PATH …]` (default /bn/reaction). It opens chapters in Chromium, moves the
sliders of every plate by the keyboard and takes the time from the key to the changed headline, as the page itself
sees it; and how long it takes to put the picture right.
"""

from __future__ import annotations

import statistics
import sys
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "site"))
sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))

from chromium import CHROMIUM, FLAGS
from running_site import start_site, stop_site

STEPS = 8  # to each slider
MOVE = """async ([number, steps]) => {
  const plate = document.querySelectorAll(".drillbook-plate")[number];
  const head = plate.querySelector(".db-headline");
  const drawn = plate.querySelector(".drillbook-room") || head;
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  const watch = (el, start, rest) => new Promise((done) => {
    let last = null;
    const eyes = new MutationObserver(() => { last ??= performance.now() - start; if (!rest) { eyes.disconnect(); done(last); } });
    eyes.observe(el, { childList: true, characterData: true, subtree: true, attributes: rest });
    setTimeout(() => { eyes.disconnect(); done(last); }, 600);
  });
  const found = { headline: [], picture: [] };
  for (const handle of [...plate.querySelectorAll(".noUi-handle")]) {
    for (let step = 0; step < steps; step++) {
      const key = Math.floor(step / 4) % 2 ? "ArrowLeft" : "ArrowRight";
      const start = performance.now();
      const both = [watch(head, start, false), watch(drawn, start, true)];
      handle.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      const [headline, picture] = await Promise.all(both);
      if (headline !== null) found.headline.push(headline);
      if (picture !== null) found.picture.push(picture);
      await wait(60);
    }
  }
  return found;
}"""


def summary(times: list[float]) -> str:
    """Median, 95th percentile and worst, in milliseconds."""
    if len(times) < 2:
        return "no change seen"
    ordered = sorted(times)
    late = ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]
    return (
        f"median {statistics.median(ordered):5.1f}  p95 {late:5.1f}  worst {ordered[-1]:5.1f}  ({len(ordered)} changes)"
    )


def measure(page: Page, address: str, path: str) -> list[float]:
    """Print a line per plate of a chapter; the times of all headlines."""
    page.goto(address + path)
    page.wait_for_function("document.body.dataset.live === 'yes'", timeout=60_000)
    page.wait_for_timeout(1500)
    every: list[float] = []
    for number, plate in enumerate(page.query_selector_all(".drillbook-plate")):
        found = page.evaluate(MOVE, [number, STEPS])
        every += found["headline"]
        name = plate.get_attribute("data-question") or ""
        print(f"  {name:28} headline {summary(found['headline'])}")
        print(f"  {'':28} picture  {summary(found['picture'])}")
    return every


def main(paths: list[str]) -> None:
    """Measure chapters and print a total for each."""
    process, address = start_site(whole=True)
    try:
        with sync_playwright() as started:
            browser = started.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            page = browser.new_page(viewport={"width": 1440, "height": 1000})
            for path in paths:
                print(path)
                print(f"  all plates: headline {summary(measure(page, address, path))}")
            browser.close()
    finally:
        stop_site(process)


if __name__ == "__main__":
    main(sys.argv[1:] or ["/bn/reaction"])
