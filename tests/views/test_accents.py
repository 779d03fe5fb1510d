"""Tests that a ruleset's looks are in its ruleset.toml alone.

They can be read on either paper, and a layer without looks of its own has its parent's.
"""

import re
from pathlib import Path

import pytest

from drillbook import Library, library
from drillbook.rules.model import Ruleset
from drillbook_widgets.pages.content.catalogue import load_shelf
from drillbook_widgets.plate.assets import style
from drillbook_widgets.views.theme import KIN_DEGREES, SIDE_BY_SIDE, accents, hues_apart

ROOT = Path(__file__).resolve().parents[2]
WIDGETS = ROOT / "widgets" / "drillbook_widgets"
PALETTE = (WIDGETS / "pages" / "static" / "shared" / "palette.css").read_text(encoding="utf-8")
TOYS = Library(ROOT / "tests" / "toy" / "rulesets", package=None)
LEAST = 4.5  # WCAG 2, AA, for text


def tokens(scheme: str) -> dict[str, str]:
    """Return the colours of the site's palette in one scheme."""
    block = re.search(
        r':root\[data-theme="dark"\] \{(.*?)\}' if scheme == "dark" else r":root \{(.*?)\}", PALETTE, re.DOTALL
    )
    assert block
    return dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{3,6});", block[1]))


def luminance(colour: str) -> float:
    """How bright a colour is, as WCAG reckons it."""
    digits = colour.removeprefix("#")
    whole = "".join(digit * 2 for digit in digits) if len(digits) == 3 else digits
    parts = [int(whole[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, two: str) -> float:
    """Return the contrast of two colours, from 1 to 21."""
    dark, light = sorted((luminance(one), luminance(two)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("ruleset", [*library().all(), *TOYS.all()], ids=lambda ruleset: ruleset.short)
def test_an_accent_can_be_read(ruleset: Ruleset, scheme: str) -> None:
    accent, known = getattr(ruleset.accent, scheme), tokens(scheme)
    for paper in (known["paper"], known["panel"], known["on-accent"]):
        assert contrast(accent, paper) >= LEAST, (accent, paper)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("ruleset", [*library().all(), *TOYS.all()], ids=lambda ruleset: ruleset.short)
def test_what_stands_side_by_side_has_hues_of_its_own(ruleset: Ruleset, scheme: str) -> None:
    accent = getattr(ruleset.accent, scheme)
    plate = f".drillbook-plate.drillbook-{ruleset.short} {{"
    own = [
        line for line in accents([ruleset]).splitlines() if plate in line and ("false" in line) == (scheme == "dark")
    ]
    palette = accents_of_series(scheme) | dict(re.findall(r"--db-(green|violet|amber): (#[0-9a-f]{6})", "".join(own)))
    assert len(palette) == 3
    for name, colour in palette.items():
        assert hues_apart(colour, accent) >= KIN_DEGREES, (name, colour, accent)


def accents_of_series(scheme: str) -> dict[str, str]:
    """Return the colours of things side by side as the palette has them."""
    halves = (WIDGETS / "views" / "static" / "palette.css").read_text(encoding="utf-8").split("JupyterLab's dark theme")
    return dict(SIDE_BY_SIDE.findall(halves[scheme == "dark"]))


def test_contrast_is_reckoned_as_it_should_be() -> None:
    assert contrast("#000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#fff") == pytest.approx(4.48, abs=0.01)


def test_a_layer_without_a_look_of_its_own_has_its_parents() -> None:
    assert TOYS.find("layer").accent == TOYS.find("toy").accent
    assert TOYS.find("layer").accent.dark == "#c9b3e6"


def test_plates_and_pages_wear_the_accent() -> None:
    for ruleset, book in zip(library().all(), load_shelf(ROOT / "book", library()).books, strict=True):
        assert f".drillbook-{ruleset.short} {{ --db-accent: var(--accent, {ruleset.accent.light}); }}" in style()
        assert book.colours == f"--light: {ruleset.accent.light}; --dark: {ruleset.accent.dark}"
        assert ruleset.tagline
        assert book.tagline == ruleset.tagline


def test_no_style_or_template_names_a_ruleset() -> None:
    shorts = "|".join([*library().shorts, "fb", "gw", "nr"])
    named = re.compile(
        rf"drillbook-(?:{shorts})\b|--(?:{shorts})\b|data-book=[\"'](?:{shorts})[\"']|^    \"(?:{shorts})\"",
        re.MULTILINE,
    )
    for path in [*WIDGETS.rglob("*.css"), *WIDGETS.rglob("*.html*"), *WIDGETS.rglob("*.py"), *WIDGETS.rglob("*.js")]:
        assert not named.search(path.read_text(encoding="utf-8")), path.name
