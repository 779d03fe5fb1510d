"""What both slinging questions share."""

from drillbook.asking.answers.reader import Reader


def stones(r: Reader) -> int:
    """How many stones there are to sling."""
    held = r.int("slinging.pouch", "stones")
    return held - 1 if r.has("ruling.loose") and r.holds("loose", "lost") else held
