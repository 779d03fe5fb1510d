"""The settings that an operator of the site can make.

They are a few values in the environment; a wrong value is refused with a sentence.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, TypeVar

HIGHEST_PORT = 65_535
YES = frozenset({"yes", "true", "on", "1"})
NO = frozenset({"no", "false", "off", "0", ""})


class SettingRefused(Exception):
    """A setting means nothing; the message says which, and what would."""


T = TypeVar("T", bool, int)


def setting(name: str, usual: T, means: str, low: int = 0, high: int = 0) -> T:
    """Declare a setting: its environment variable, default, meaning and bounds.

    Only numbers have bounds.
    """
    return field(default=usual, metadata={"name": name, "means": means, "low": low, "high": high})


@dataclass(frozen=True, slots=True)
class Settings:
    """The site's settings; the table in .deploy/README.md is made from these fields."""

    most_kernels: int = setting(
        "DRILLBOOK_KERNELS", 40,
        "Pages with live calculators at once, about 40 MB each. Further pages wait in a queue and start by themselves."
        " 0 serves text only.", 0, 10_000,
    )  # fmt: skip
    seats_per_visitor: int = setting(
        "DRILLBOOK_SEATS_PER_VISITOR", 8,
        "Kernels per client address (per /64 network for IPv6); it also limits how fast one address starts new kernels.",
        1, 10_000,
    )  # fmt: skip
    kernel_megabytes: int = setting(
        "DRILLBOOK_KERNEL_MEMORY", 512, "Memory limit of one kernel in megabytes.", 384, 1_000_000
    )
    trust_proxy: bool = setting(
        "DRILLBOOK_TRUST_PROXY", False,
        "Set it to `yes` behind a proxy of yours that sets `X-Forwarded-For`. Otherwise all visitors share the address of the"
        " proxy.",
    )  # fmt: skip
    fork: bool = setting("DRILLBOOK_FORK", True, "`no` starts each kernel as a separate process instead of a fork.")
    spare: int = setting(
        "DRILLBOOK_SPARE", 4,
        "Kernels that are started in advance, about 20 MB each; never more than there are free seats. 0 starts none.", 0, 100,
    )  # fmt: skip
    ahead_seconds: int = setting(
        "DRILLBOOK_AHEAD_SECONDS", 60,
        "Seconds after a start during which an idle site computes what pages will need.", 0, 3600,
    )  # fmt: skip


def read_settings(environment: Mapping[str, str] | None = None) -> Settings:
    """Return the settings from the environment; raise SettingRefused for a wrong one.

    environment: the variables, by default those of this process.
    """
    found = os.environ if environment is None else environment
    read: dict[str, Any] = {}
    for one in fields(Settings):
        name, low, high = (one.metadata[part] for part in ("name", "low", "high"))
        usual = getattr(Settings(), one.name)
        read[one.name] = (
            yes_or_no(found, name, usual) if isinstance(usual, bool) else read_number(found, name, usual, low, high)
        )
    return Settings(**read)


def read_number(found: Mapping[str, str], name: str, usual: int, low: int, high: int) -> int:
    """Return a whole number from low to high, or the default if the variable is not set.

    Raises SettingRefused for any other value.
    """
    said = found.get(name, "").strip()
    if not said:
        return usual
    if not (said.isascii() and said.isdecimal() and low <= int(said[:9]) <= high):
        raise SettingRefused(f"{name} must be a whole number from {low} to {high}, not “{said[:60]}”.")
    return int(said)


def yes_or_no(found: Mapping[str, str], name: str, usual: bool) -> bool:
    """Return a yes or no, or the default if the variable is not set.

    Raises SettingRefused for any other value.
    """
    said = found.get(name, "").strip().lower()
    if name not in found or not said:
        return usual
    if said not in YES | NO:
        raise SettingRefused(f"{name} must be yes or no, not “{said[:60]}”.")
    return said in YES


def check_port(port: int) -> int:
    """Return the port if it is a valid port number; 0 means any free port.

    Raises SettingRefused otherwise.
    """
    if not 0 <= port <= HIGHEST_PORT:
        raise SettingRefused(f"--port must be from 0 to {HIGHEST_PORT} (0 takes any that is free), not {port}.")
    return port
