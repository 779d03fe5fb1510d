"""Wrong settings are refused with a sentence, before anything is started."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from drillbook.cli import main
from drillbook_widgets.site.settings import SettingRefused, Settings, read_settings

README = Path(__file__).resolve().parents[2] / ".deploy" / "README.md"


def test_nothing_said_is_as_usual() -> None:
    assert read_settings({}) == Settings()
    assert read_settings({"DRILLBOOK_KERNELS": " ", "DRILLBOOK_TRUST_PROXY": ""}) == Settings()


def test_what_is_said_is_read() -> None:
    said = {"DRILLBOOK_KERNELS": "7", "DRILLBOOK_SEATS_PER_VISITOR": "2", "DRILLBOOK_TRUST_PROXY": "Yes"}
    assert read_settings(said) == Settings(most_kernels=7, seats_per_visitor=2, trust_proxy=True)
    assert not read_settings({"DRILLBOOK_FORK": "no"}).fork


def test_the_table_of_settings_has_each_with_its_default() -> None:
    told = dict(re.findall(r"^\| `(DRILLBOOK_\w+)` \| (\w+) \|", README.read_text(), re.MULTILINE))
    assert read_settings(told) == Settings()
    for name, usual in told.items():
        other = {"yes": "no", "no": "yes"}.get(usual) or str(int(usual) + 1)
        assert read_settings({name: other}) != Settings(), name
    assert len(told) == len(fields(Settings))


@pytest.mark.parametrize("said", ["abc", "-3", "4.5", "٣", "9" * 5000, "40 kernels"])
@pytest.mark.parametrize(
    "name",
    [
        *("DRILLBOOK_KERNELS", "DRILLBOOK_SEATS_PER_VISITOR", "DRILLBOOK_KERNEL_MEMORY", "DRILLBOOK_SPARE"),
        "DRILLBOOK_AHEAD_SECONDS",
    ],
)
def test_a_number_that_is_none_is_refused(name: str, said: str) -> None:
    with pytest.raises(SettingRefused, match=f"{name} must be a whole number from") as refused:
        read_settings({name: said})
    assert len(str(refused.value)) < 200


def test_a_site_may_be_for_reading_only() -> None:
    assert read_settings({"DRILLBOOK_KERNELS": "0"}).most_kernels == 0
    with pytest.raises(SettingRefused):
        read_settings({"DRILLBOOK_SEATS_PER_VISITOR": "0"})


def test_neither_yes_nor_no_is_refused() -> None:
    with pytest.raises(SettingRefused, match="DRILLBOOK_TRUST_PROXY must be yes or no, not “perhaps”"):
        read_settings({"DRILLBOOK_TRUST_PROXY": "perhaps"})


@pytest.mark.parametrize("port", ["99999", "-1", "65536"])
def test_a_port_that_is_none_is_refused(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--port", port, "--no-browser"]) == 1
    said = capsys.readouterr()
    assert said.err == f"--port must be from 0 to 65535 (0 takes any that is free), not {port}.\n"
    assert not said.out


def test_a_wrong_setting_stops_the_site(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DRILLBOOK_KERNELS", "abc")
    assert main(["serve", "--port", "0", "--no-browser"]) == 1
    assert capsys.readouterr().err == "DRILLBOOK_KERNELS must be a whole number from 0 to 10000, not “abc”.\n"
