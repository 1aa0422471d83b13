#!/usr/bin/env bash
# Generates the package api with oapi-codegen (its version is in go.mod), compiles the program and plays.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

rm -rf api && mkdir api
go generate
go vet ./...
go run .
