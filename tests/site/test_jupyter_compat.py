"""Tests of private names of the libraries below.

Each is touched in one module or one script, and each still exists.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import subprocess
import sys
from pathlib import Path

import pytest
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from running_site import Visit
from site_shelf import ROOT, chapters
from tornado.web import RequestHandler

from drillbook_widgets.pages.templating import STATIC
from drillbook_widgets.site.jupyter_compat import PRIVATE

SITE = ROOT / "widgets" / "drillbook_widgets" / "site"
MODULES = sorted(path for path in SITE.rglob("*.py") if path.name != "jupyter_compat.py")
LIBRARIES = ("voila", "jupyter_server", "jupyter_client", "tornado", "nbclient", "jupyter_core")


@pytest.mark.parametrize("name", PRIVATE)
def test_a_private_name_is_still_there(name: str) -> None:
    module, _, path = name.partition(":")
    found = importlib.import_module(module)
    for part in path.split("."):
        attribute = part.removesuffix("()")
        assert hasattr(found, attribute), (
            f"{module} has no {attribute} any more; it was needed because: {PRIVATE[name]}"
        )
        found = getattr(found, attribute)
        if part.endswith("()"):
            found = found()


def test_what_the_seam_empties_is_what_the_handler_writes_to() -> None:
    assert "self._write_buffer" in inspect.getsource(RequestHandler.write)


def test_what_the_seam_hears_is_what_the_manager_listens_to() -> None:
    assert "kernel._activity_stream = " in inspect.getsource(AsyncMappingKernelManager.start_watching_activity)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_no_other_module_touches_a_private_name(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    own = {"self", "cls"}
    touched = [
        f"line {node.lineno}: {ast.unparse(node)}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and node.attr.startswith("_")
        and not node.attr.startswith("__")
        and not (isinstance(node.value, ast.Name) and node.value.id in own)
        and ast.unparse(node) != "os._exit"
    ]
    assert not touched, touched
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in LIBRARIES:
            assert not any(part.startswith("_") for part in (node.module or "").split(".")), node.module
            assert not any(alias.name.startswith("_") for alias in node.names), ast.unparse(node)


SCRIPTS = sorted(STATIC.rglob("*.js"))
OTHERS = (
    "window.requirejs",
    "JupyterLuminoWidget",
    "_deserialize_state",
    "put_buffers",
    "window.fetch =",
    "history.pushState =",
)


def test_two_scripts_know_the_widgets_own_things() -> None:
    users = {path.name for path in SCRIPTS for word in OTHERS if word in path.read_text(encoding="utf-8")}
    assert users == {"widget_manager.js", "amd_loader.js"}


@pytest.fixture(scope="module")
def seen(browser, site):  # type: ignore[no-untyped-def]
    """Yield a page whose plates are live."""
    from running_site import visit_with

    visit = visit_with(browser, site)
    visit.live(chapters()[0].path)
    yield visit
    visit.context.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        "base.put_buffers",
        "base.uuid",
        "base.JupyterLuminoWidget.attach",
        "base.WidgetModel._deserialize_state",
        "base.WidgetModel.prototype._handle_comm_msg",
        "amd.get('@jupyter-widgets/controls').IntSliderModel",
        "amd.get('bqplot').Figure",
        "amd.get('bqscales').LinearScaleModel",
        "amd.get('anywidget').AnyModel",
    ],
)
def test_the_widgets_still_have(seen: Visit, name: str) -> None:
    script = f"drillbookWidgets.ready.then((amd) => {{ const base = amd.get('@jupyter-widgets/base'); return Boolean({name}); }})"
    assert seen.page.evaluate(script), f"The widgets' files have no {name} any more"


def test_the_site_loads_no_grammar_that_it_never_uses() -> None:
    code = (
        "from drillbook_widgets.site import serve; serve.prepare(); import voila.app, sys; print('lark' in sys.modules)"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "False"
