"""``python -m cornerwise``: the command line interface, see :mod:`cornerwise.cli`."""

from __future__ import annotations

import sys

from .cli import main

if __name__ == "__main__":
    sys.exit(main(prog="python -m cornerwise"))
