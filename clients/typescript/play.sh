#!/usr/bin/env bash
# Installs openapi-typescript, generates the types, compiles the program and plays.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
rm -rf generated

npm ci --silent
npx openapi-typescript ../../openapi.yaml --output generated/api.ts
npx tsc
node generated/out/play.js
