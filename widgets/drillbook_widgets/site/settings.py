"""What may whoever runs the site set? A few numbers in the environment; each wrong one is refused with a sentence."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass

HIGHEST_PORT = 65_535
YES = frozenset({"yes", "true", "on", "1"})
NO = frozenset({"no", "false", "off", "0", ""})


class SettingRefused(Exception):
    """A setting means nothing; the message says which, and what would."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The site's settings.

    most_kernels: how many pages may have live calculators at once (about 40 MB each). seats_per_visitor: how many of
    them may be of one visitor's address. kernel_megabytes: how much memory one kernel may fill. trust_proxy: are visitors
    told apart by what a proxy says of them? fork: may kernels be forked, where the system can? spare: how many forked
    kernels stand ready before anybody asks. ahead_seconds: for how long a site that has started goes on working out what
    pages will need.
    """

    most_kernels: int = 40
    seats_per_visitor: int = 8
    kernel_megabytes: int = 512
    trust_proxy: bool = False
    fork: bool = True
    spare: int = 4
    ahead_seconds: int = 60


def read_settings(environment: Mapping[str, str] | None = None) -> Settings:
    """The settings as the environment (by default this process's own) has them; SettingRefused names a wrong one."""
    found = os.environ if environment is None else environment
    usual = Settings()
    return Settings(
        most_kernels=read_number(found, "DRILLBOOK_KERNELS", usual.most_kernels, 0, 10_000),
        seats_per_visitor=read_number(found, "DRILLBOOK_SEATS_PER_VISITOR", usual.seats_per_visitor, 1, 10_000),
        kernel_megabytes=read_number(found, "DRILLBOOK_KERNEL_MEMORY", usual.kernel_megabytes, 384, 1_000_000),
        trust_proxy=yes_or_no(found, "DRILLBOOK_TRUST_PROXY", usual.trust_proxy),
        fork=yes_or_no(found, "DRILLBOOK_FORK", usual.fork),
        spare=read_number(found, "DRILLBOOK_SPARE", usual.spare, 0, 100),
        ahead_seconds=read_number(found, "DRILLBOOK_AHEAD_SECONDS", usual.ahead_seconds, 0, 3600),
    )


def read_number(found: Mapping[str, str], name: str, usual: int, low: int, high: int) -> int:
    """A whole number from low to high, or the usual one where nothing is said."""
    said = found.get(name, "").strip()
    if not said:
        return usual
    if not (said.isascii() and said.isdecimal() and low <= int(said[:9]) <= high):
        raise SettingRefused(f"{name} must be a whole number from {low} to {high}, not “{said[:60]}”.")
    return int(said)


def yes_or_no(found: Mapping[str, str], name: str, usual: bool) -> bool:
    """A yes or a no."""
    said = found.get(name, "").strip().lower()
    if name not in found or not said:
        return usual
    if said not in YES | NO:
        raise SettingRefused(f"{name} must be yes or no, not “{said[:60]}”.")
    return said in YES


def check_port(port: int) -> int:
    """The port, where there is such a port; 0 stands for any that is free."""
    if not 0 <= port <= HIGHEST_PORT:
        raise SettingRefused(f"--port must be from 0 to {HIGHEST_PORT} (0 takes any that is free), not {port}.")
    return port
