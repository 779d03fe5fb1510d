"""How many bases and models an army takes, from the regiment down to the platoon."""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Count, Reader, Working, question
from drillbook.asking.exhibits import Branch, Tree
from drillbook.maths import Number, counted, write_number

SMALL, LARGE = "small", "large"
#: The rule of each size of figures.
SCALES = {SMALL: "scope.scale-2mm", LARGE: "scope.scale-6mm"}


@dataclass(frozen=True, slots=True)
class Formation:
    """The bases and models of a regiment.

    bases: the platoons, one base each; models: the models on them, of `size` mm; men: the men they represent;
    front: the inches of all bases side by side.
    """

    bases: int
    models: int
    size: int
    men: int
    front: Number


@question(
    "gw/formation?battalions=3&companies=4&platoons=4",
    "gw/formation?battalions=2&companies=3&platoons=5&scale=large",
)
def formation(
    r: Reader,
    *,
    battalions: Annotated[int, Count(1, 5, default=3, label="Battalions in the regiment", bands=("scope.regiment",))],
    companies: Annotated[int, Count(1, 6, default=4, label="Companies in each", help="How many, the source does not say.")],
    platoons: Annotated[int, Count(1, 6, default=4, label="Platoons in each of them")],
    scale: Annotated[str, Choice({SMALL: "Small", LARGE: "Larger"}, label="Figures")],
) -> Breakdown[Formation]:  # fmt: skip
    """How many bases does a regiment take?"""
    w = Working(r)
    least, most = (r.int("scope.regiment", one) for one in ("least", "most"))
    w.forbid(
        f"A regiment has {least} to {most} battalions, not {battalions}.", "scope.regiment",
        when=not least <= battalions <= most,
    )  # fmt: skip
    w.start("battalions", battalions, "scope.regiment")
    w.times("companies in each", companies, "scope.battalion")
    w.times("platoons in each of them", platoons, "scope.company")
    bases = w.times("base to a platoon", "scope.platoon")
    front = w.times("inches of each, side by side", r.cited("scope.base-size", "long"))
    w.then("bases", bases, "scope.platoon")
    size = r.int(SCALES[scale], "size")
    if scale == LARGE and r.holds("larger-models", "fewer-models"):
        men = w.times("men on a base, a model for each in the small scale", "scope.models-per-base")
        on_base = r.int("scope.models-per-base") // r.int(SCALES[scale], "men")
        w.divide(f"men to a figure of {size} mm", r.cited(SCALES[scale], "men"))
        models = w.whole
    else:
        models = w.times("models on a base", "scope.models-per-base")
        men = w.times(f"men to a figure of {size} mm", r.cited(SCALES[scale], "men"))
        on_base = r.int("scope.models-per-base")
    platoon = Branch("Platoon", on_base, platoons, note="a base")
    company = Branch("Company", platoons * on_base, companies, (platoon,))
    battalion = Branch("Battalion", companies * platoons * on_base, battalions, (company,))
    tree = Tree("The regiment and its models", "models", Branch("Regiment", models, parts=(battalion,)))
    return w.answer(
        Formation(bases, models, size, men, front),
        headline=f"{counted(bases, 'base')}, {models} models of {size} mm for {men} men; {write_number(front)} inches side by side",
        exhibits=[tree],
    )
