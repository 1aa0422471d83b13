"""Shuffling (S30-S32): the same seed gives the same decks, in every engine and version."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator
from typing import TypeVar

__all__ = ["MAX_SEED", "random_numbers", "shuffled", "system_numbers"]

MAX_SEED = 2**53 - 1
"""The largest seed: JSON numbers are exact up to here (S30)."""

_MODULUS = 2**64

T = TypeVar("T")


def random_numbers(seed: int) -> Iterator[int]:
    """Yield the endless sequence of numbers below 2^64 that SplitMix64 generates (S31)."""
    state = seed
    while True:
        state = (state + 0x9E3779B97F4A7C15) % _MODULUS
        mixed = state
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9 % _MODULUS
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB % _MODULUS
        yield mixed ^ (mixed >> 31)


def system_numbers() -> Iterator[int]:
    """Yield numbers below 2^64 from the operating system's randomness (S30)."""
    while True:
        yield secrets.randbits(64)


def shuffled(items: Iterable[T], numbers: Iterator[int]) -> list[T]:
    """Return the items shuffled by the next of the random numbers (S32)."""
    listed = list(items)
    for last in range(len(listed) - 1, 0, -1):
        other = _below(last + 1, numbers)
        listed[last], listed[other] = listed[other], listed[last]
    return listed


def _below(limit: int, numbers: Iterator[int]) -> int:
    """Return a number below ``limit`` without bias: numbers of an incomplete range are skipped."""
    complete = _MODULUS - _MODULUS % limit
    return next(number for number in numbers if number < complete) % limit
