#!/usr/bin/env bash
# Installs @hey-api/openapi-ts, generates the client, compiles the program and plays.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
rm -rf generated

npm ci --silent
npx openapi-ts --input ../../openapi.yaml --output generated
npx tsc
node generated/out/play.js
