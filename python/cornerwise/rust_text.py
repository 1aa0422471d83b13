"""Position text for the Rust engine, by way of the JSON form and the codec of the Python engine.

:func:`add_position_text` gives the extension module what the protocol demands and it does not
implement itself. An extension module that has ``state_to_text`` is left as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from .errors import InvalidStateError

__all__ = ["add_position_text"]


def add_position_text(module: Any) -> None:  # noqa: ANN401 - an extension module without these
    """Add position texts to the extension module, unless it implements them."""
    if hasattr(module, "state_to_text"):
        return
    # Imported here: an engine with its own codec does not need this one.
    from .pure.position_text import state_data, state_text, view_data, view_text  # noqa: PLC0415

    def state_to_text(state: Any) -> str:  # noqa: ANN401 - a state of the module
        return state_text(state.to_dict())

    def view_to_text(view: Any) -> str:  # noqa: ANN401 - a view of the module
        return view_text(view.to_dict())

    module.state_to_text = state_to_text
    module.State.to_text = state_to_text
    module.state_from_text = _reader(state_data, module.load_state)
    if hasattr(module, "load_view"):
        module.View.to_text = view_to_text
        module.view_from_text = _reader(view_data, module.load_view)
    module.CODES.append("invalid_text")


def _reader(
    decode: Callable[[object], dict[str, Any]], load: Callable[[object], Any]
) -> Callable[[object], Any]:
    """Return a function that decodes and loads a text; its problems have no pointers."""

    def read(text: object) -> Any:  # noqa: ANN401 - a state or a view of the module
        data = decode(text)
        try:
            return load(data)
        except InvalidStateError as error:
            problems = [replace(problem, pointer="") for problem in error.problems]
            raise InvalidStateError(problems) from None

    return read
