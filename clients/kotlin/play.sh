#!/usr/bin/env bash
# Generates the client with openapi-generator (its version is in pom.xml), compiles the program and plays.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

mvn --batch-mode --quiet clean compile exec:java
