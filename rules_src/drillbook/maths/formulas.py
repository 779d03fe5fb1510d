"""Formulas: SymPy expressions with the meaning of each symbol.

A formula gives LaTeX for the text and exact evaluation for the answers.
SymPy is slow to import, so an answer compiles the same expression text with Python's own parser, over fractions; a test
checks that both agree. SymPy is used only to show, simplify or compare a formula.
"""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from drillbook.errors import RulesError, listed
from drillbook.maths.exact import Number, exact

FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "Min": min,
    "Max": max,
    "floor": lambda value: math.floor(value),
    "ceiling": lambda value: math.ceil(value),
    "Abs": abs,
}
_ALLOWED = (
    ast.Expression, ast.BinOp, ast.UnaryOp, ast.Add, ast.Sub, ast.Mult, ast.Div, ast.Pow, ast.USub, ast.UAdd,
    ast.Call, ast.Name, ast.Load, ast.Constant,
)  # fmt: skip


class _Exact(ast.NodeTransformer):
    """Whole numbers become fractions, so that 1/3 stays exact."""

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        return ast.Call(ast.Name("Fraction", ast.Load()), [node], [])


@dataclass(frozen=True, slots=True)
class FormulaText:
    """A formula as it is on disk: its result, its expression and the meaning of each symbol."""

    result: str
    expression: str
    symbols: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Formula:
    """One formula of a rule: result = expression, with constants from the rule's own values."""

    rule: str
    result: str
    expression: str
    symbols: Mapping[str, str]
    constants: Mapping[str, Number]

    @property
    def unknowns(self) -> tuple[str, ...]:
        """The symbols that have to be given."""
        names = {node.id for node in ast.walk(_parsed(self.expression)) if isinstance(node, ast.Name)}
        return tuple(name for name in self.symbols if name in names and name not in self.constants)

    def __call__(self, **given: Number) -> Number:
        """Return the exact value for the given symbols.

        Raises RulesError if a symbol is missing or unknown.
        """
        if set(given) != set(self.unknowns):
            raise RulesError(
                f"The formula of {self.rule} takes {listed(self.unknowns, 'and')}, not {listed(given, 'and')}."
            )
        scope: dict[str, Any] = {"Fraction": Fraction, "__builtins__": {}, **FUNCTIONS, **self.constants}
        return exact(eval(_code(self.expression), scope, {name: Fraction(value) for name, value in given.items()}))

    def sympy(self) -> Any:
        """Return the expression in SymPy, with the constants filled in."""
        import sympy

        return sympy.sympify(self.expression, locals=self._names(), rational=True)

    def _names(self) -> dict[str, Any]:
        """Return the meaning of each name in the expression: its rule's number, else a symbol."""
        import sympy

        constants = {name: sympy.Rational(value) for name, value in self.constants.items()}
        return {**{name: sympy.Symbol(name) for name in self.symbols}, **constants}

    def latex(self) -> str:
        """Return the equation in LaTeX, with the terms in the order of the source.

        The text is written from the SymPy expression. A factor of one is left out.
        """
        import sympy

        names = {name: (rf"\mathit{{{name}}}" if len(name) > 1 else name) for name in self.symbols}
        written = sympy.sympify(self.expression, locals=self._names(), rational=True, evaluate=False)
        text = sympy.latex(written, symbol_names={sympy.Symbol(k): v for k, v in names.items()}, order="none")
        # a factor of one stands in the expression for its rule's sake; nobody writes it
        text = re.sub(r"(?<![\w.}])1 (?=\\|[A-Za-z])", "", text)
        return f"{names.get(self.result, self.result)} = {text}"


def _parsed(expression: str) -> ast.Expression:
    try:
        tree = ast.parse(expression, mode="eval")
    except SyntaxError as error:
        raise RulesError(f"The formula '{expression}' cannot be read: {error.msg}.") from None
    for node in ast.walk(tree):
        if not isinstance(node, _ALLOWED) or (
            isinstance(node, ast.Call) and getattr(node.func, "id", "") not in FUNCTIONS
        ):
            raise RulesError(
                f"The formula '{expression}' may hold numbers, symbols, + - * / ** and {listed(FUNCTIONS)} only."
            )
    return tree


@lru_cache(maxsize=256)
def _code(expression: str) -> Any:
    tree = ast.fix_missing_locations(_Exact().visit(_parsed(expression)))
    return compile(tree, "<formula>", "eval")
