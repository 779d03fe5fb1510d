"""The command line, the contract that tools rely on."""

import json
import subprocess
import sys

import pytest

from drillbook.cli import main

ADDRESS = "bn/covering-fire?ar=1&lmg=1&distance=32&troops=r2&bunker=yes"


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(words)
    caught = capsys.readouterr()
    return code, caught.out, caught.err


def test_ask_prints_steps_with_their_rules(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "ask", ADDRESS)
    assert (code, err) == (0, "")
    assert "bn.reaction.cover-cap" in out
    assert "3/8" in out
    assert "draft 1.5.1" in out
    assert f"/{ADDRESS.split('?')[0]}?" in out


def test_ask_takes_pairs(capsys: pytest.CaptureFixture[str]) -> None:
    whole = run(capsys, "ask", ADDRESS, "--json")
    parts = run(capsys, "ask", "bn/covering-fire", *ADDRESS.partition("?")[2].split("&"), "--json")
    assert json.loads(whole[1]) == json.loads(parts[1])


def test_ask_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "ask", "bn/shot?weapon=ar&distance=30", "--json")
    told = json.loads(out)
    assert code == 0
    assert set(told) == set(
        "address ruleset version question title inputs outcome rules readings overruled otherwise link".split()
    )
    assert set(told["outcome"]) == set("kind headline value distribution steps reason rule".split())
    assert told["outcome"]["kind"] == "answer"
    assert set(told["outcome"]["steps"][0]) == {"label", "op", "amount", "value", "rule"}
    assert {"ruling", "reading", "headline", "value"} <= set(told["otherwise"][0])
    assert told["link"] == "/" + told["address"]


@pytest.mark.parametrize("how", ["--markdown", "--bbcode"])
def test_ask_for_forums(capsys: pytest.CaptureFixture[str], how: str) -> None:
    code, out, _ = run(capsys, "ask", ADDRESS, how)
    assert code == 0
    assert ("[b]" in out) == (how == "--bbcode")
    assert ("**" in out) == (how == "--markdown")


def test_a_refusal_exits_with_one(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "ask", "bn/covering-fire?ar=1&lmg=0&distance=60", "--json")
    told = json.loads(out)
    assert (code, err) == (1, "")
    assert told["outcome"]["kind"] == "refusal"
    assert told["outcome"]["rule"] in told["rules"]
    assert told["outcome"]["reason"]


@pytest.mark.parametrize(
    "words",
    [
        ("ask", "bn/covering-fire?ar=99"),
        ("ask", "bn/<script>alert(1)</script>"),
        ("ask", "bn/covering-fire", "distance"),
        ("ask", ADDRESS, "ar=2"),
        ("rules", "xx"),
        ("questions", "xx"),
        ("rulings", "xx"),
        ("book", "--new", "bn"),
        ("book", "--new", "bn/nonsense"),
    ],
)
def test_nonsense_exits_with_two_and_a_sentence(capsys: pytest.CaptureFixture[str], words: tuple[str, ...]) -> None:
    code, out, err = run(capsys, *words)
    assert (code, out) == (2, "")
    assert err.strip()
    assert "Traceback" not in err


@pytest.mark.parametrize("what", ["questions", "rules", "rulings"])
def test_lists(capsys: pytest.CaptureFixture[str], what: str) -> None:
    code, out, _ = run(capsys, what, "bn", "--json")
    rows = json.loads(out)
    assert code == 0
    assert rows
    assert all(row["ruleset"] == "bn" for row in rows)
    keys = {
        "questions": "inputs examples title address",
        "rules": "id ruleset chapter kind text value unit citation",
        "rulings": "id problem readings default why example switchable",
    }[what]
    assert set(keys.split()) <= set(rows[0])
    assert run(capsys, what, "bn")[1].strip()


def test_questions_tell_their_inputs(capsys: pytest.CaptureFixture[str]) -> None:
    rows = json.loads(run(capsys, "questions", "bn", "--json")[1])
    one = next(row for row in rows if row["question"] == "covering-fire")
    distance = next(given for given in one["inputs"] if given["name"] == "distance")
    assert (distance["kind"], distance["unit"], distance["low"]) == ("length", "cm", 0)
    assert {"name", "kind", "unit", "low", "high", "step", "choices", "default", "help"} <= set(distance)


def test_the_module_runs_and_imports_little() -> None:
    heavy = "{'sympy', 'numpy', 'ipywidgets', 'pandas'}"
    code = f"import sys, drillbook; drillbook.ask({ADDRESS!r}); print(sorted(set(sys.modules) & {heavy}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
    again = subprocess.run([sys.executable, "-m", "drillbook", "ask", "nonsense"], capture_output=True, text=True)
    assert again.returncode == 2


def test_search_as_json_has_the_answer_in_the_list(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "search", "lmg", "40", "cover", "--ruleset", "bn", "--json")
    hits = json.loads(out)
    assert (code, err) == (0, "")
    assert all(set(hit) == set("kind title address ruleset snippet answer".split()) for hit in hits)
    assert hits[0]["address"] == "bn/shot?weapon=lmg&distance=40&cover=yes"
    asked = json.loads(run(capsys, "ask", hits[0]["address"], "--json")[1])
    assert hits[0]["answer"] == asked["outcome"]["headline"]


def test_search_for_what_is_nowhere(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "search", "qqqqqqzzzz", "--ruleset", "bn")
    assert (code, out) == (1, "")
    assert err.startswith("Nothing is found for")
    assert run(capsys, "search", "lmg", "--ruleset", "xx")[0] == 2


def test_an_edition_beside_the_inputs_is_passed_over(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", "bn/shot?weapon=ar&edition=1.5.1", "distance=30", "edition=2"]) == 0
    assert "edition=1.5.1" in capsys.readouterr().out  # the book's own, since that is what has answered
