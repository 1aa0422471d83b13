#!/usr/bin/env bash
# Installs openapi-generator, generates the package, checks the types of the program and plays.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
rm -rf generated

"${PYTHON:-python3}" -m venv .venv
export PATH="$PWD/.venv/bin:$PATH" PYTHONPATH=generated
pip install --quiet --require-hashes -r requirements.txt
openapi-generator-cli generate -i ../../openapi.yaml -g python -o generated
mypy --strict play.py
python -W error play.py
