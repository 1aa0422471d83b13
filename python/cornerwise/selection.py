"""The engine that the package uses, selected once at import.

The environment variable ``CORNERWISE_ENGINE`` is ``auto`` (the default: Rust, or plain Python with
a warning if the Rust extension is not installed), ``rust`` (an ImportError if the extension is not
installed) or ``python``.
"""

from __future__ import annotations

import importlib
import logging
import os
from typing import TYPE_CHECKING, Any, cast

from .engine import Engine

if TYPE_CHECKING:
    from . import _core, pure

    # mypy checks here that both modules implement the protocol.
    _RUST: Engine[_core.State] = _core
    _PYTHON: Engine[pure.State] = pure

__all__ = ["engine", "load_engine", "select_engine"]

_MODULES = {"rust": "cornerwise._core", "python": "cornerwise.pure"}


def load_engine(name: str) -> Engine[Any]:
    """Import an engine by its name, ``rust`` or ``python``."""
    return cast("Engine[Any]", importlib.import_module(_MODULES[name]))


def select_engine() -> Engine[Any]:
    """Import the engine that the environment selects."""
    wanted = os.environ.get("CORNERWISE_ENGINE") or "auto"
    if wanted in _MODULES:
        return load_engine(wanted)
    if wanted != "auto":
        message = f"CORNERWISE_ENGINE must be auto, rust or python, not {wanted!r}"
        raise ImportError(message)
    try:
        return load_engine("rust")
    except ImportError as error:
        logging.getLogger("cornerwise").warning(
            "The Rust engine is not installed (%s): using the slower Python engine.", error
        )
        return load_engine("python")


engine: Engine[Any] = select_engine()
"""The engine that the functions of the package call."""
