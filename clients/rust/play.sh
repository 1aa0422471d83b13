#!/usr/bin/env bash
# Generates the crate with openapi-generator (its version is in pom.xml), compiles the program and plays.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
rm -rf generated

mvn --batch-mode --quiet openapi-generator:generate
cargo run --locked --quiet
