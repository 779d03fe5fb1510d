"""Tests that a browser can read every script of the site, of its plates and of the edition.

Each script is read alone and joined with others of its kind.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import drillbook_widgets
from drillbook_widgets.plate.assets import joined_scripts, script

WIDGETS = Path(drillbook_widgets.__file__).parent
MODULE = re.compile(r"^(?:import|export)\b", re.MULTILINE)
READ = """
import vm from "node:vm";
import { readFileSync } from "node:fs";
const wrong = {};
for (const { name, text, module } of JSON.parse(readFileSync(0, "utf-8")))
  try { module ? new vm.SourceTextModule(text, { identifier: name }) : new vm.Script(text, { filename: name }); }
  catch (problem) { wrong[name] = problem.stack.split("\\n").slice(0, 5).join(" "); }
console.log(JSON.stringify(wrong));
"""


def wrong(scripts: dict[str, str]) -> dict[str, str]:
    """Return what cannot be read, by the script's name.

    Skip the test if node cannot be found.
    """
    node = shutil.which("node")
    if node is None:
        pytest.skip("node cannot be found, which reads the scripts as a browser does")
    told = [{"name": name, "text": text, "module": bool(MODULE.search(text))} for name, text in scripts.items()]
    done = subprocess.run(
        [node, "--no-warnings", "--experimental-vm-modules", "--input-type=module", "--eval", READ],
        input=json.dumps(told),
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, str] = json.loads(done.stdout)
    return found


def test_every_script_can_be_read() -> None:
    scripts = {
        str(path.relative_to(WIDGETS)): path.read_text(encoding="utf-8")
        for path in sorted(WIDGETS.rglob("*"))
        if path.suffix in (".js", ".mjs")
    }
    assert len(scripts) > 40
    assert wrong(scripts | {"the script of a plate": script()}) == {}


def test_a_joined_script_lacks_only_comments_of_whole_lines(tmp_path: Path) -> None:
    (tmp_path / "one.js").write_text(
        '/* One\n   line. */\nf("/* text */"); /* kept */\n  /** @type {A} */\n  const a = /** @type {B} */ (b);\n'
    )
    (tmp_path / "other.js").write_text("/* Two. */ g();\n")
    joined = joined_scripts([tmp_path / "one.js", tmp_path / "other.js"])
    assert joined == 'f("/* text */"); /* kept */\n  const a = /** @type {B} */ (b);\n\n/* Two. */ g();\n'


def test_a_name_that_is_declared_twice_is_told() -> None:
    assert "broad" in wrong({"twice.js": "{ const broad = 1; function broad() {} }"})["twice.js"]
