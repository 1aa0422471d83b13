"""Position text for the Rust engine, by way of the JSON form and the codec of the Python engine.

:func:`add_position_text` gives the extension module what the protocol demands and it does not
implement itself. An extension module that has ``state_to_text`` is left as it is.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from .errors import InvalidStateError

__all__ = ["add_position_text"]


def add_position_text(module: Any) -> None:  # noqa: ANN401 - an extension module without these
    """Add position texts to the extension module, unless it implements them."""
    if hasattr(module, "state_to_text"):
        return

    def state_to_text(state: Any) -> str:  # noqa: ANN401 - a state of the module
        # Here, so that the Rust engine does not load the Python one before it is needed.
        from .pure.position_text import state_text  # noqa: PLC0415

        return state_text(state.to_dict())

    def to_text(self: Any) -> str:  # noqa: ANN401 - the name that the stub declares
        return state_to_text(self)

    def state_from_text(text: object) -> Any:  # noqa: ANN401 - a state of the module
        from .pure.position_text import state_data  # noqa: PLC0415 - as above

        data = state_data(text)
        try:
            return module.load_state(data)
        except InvalidStateError as error:
            problems = [replace(problem, pointer="") for problem in error.problems]
            raise InvalidStateError(problems) from None

    module.state_to_text = state_to_text
    module.state_from_text = state_from_text
    module.State.to_text = to_text
    module.__all__ += ["state_from_text", "state_to_text"]
    module.CODES.append("invalid_text")
