#!/usr/bin/env bash
# Counts the instructions of a fixed workload under callgrind. The number does not depend on the load of the machine, so
# two versions of the engine can be compared. Valgrind does not support AVX-512, so the AVX2 code is counted.
set -euo pipefail
cd "$(dirname "$0")/.."

command -v valgrind >/dev/null || { echo 'valgrind was not found: install the package valgrind' >&2; exit 1; }

binary=$(cargo bench --locked -p cornerwise --bench instructions --no-run --message-format=json 2>/dev/null |
    sed -n 's/.*"name":"instructions".*"executable":"\([^"]*\)".*/\1/p')
[ -n "$binary" ] || { echo 'the benchmark could not be built: try cargo bench --no-run' >&2; exit 1; }
log=$(mktemp)
trap 'rm -f "$log"' EXIT

printf '%-8s %12s %16s %20s\n' workload operations instructions 'instructions each'
for workload in list count any load json shuffle sampled; do
    operations=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null \
        --toggle-collect="*workload_$workload*" "$binary" "$workload" 2>"$log")
    instructions=$(sed -n 's/.*Collected : \([0-9]*\).*/\1/p' "$log")
    [ -n "$instructions" ] || { cat "$log" >&2; exit 1; }
    printf '%-8s %12d %16d %20d\n' "$workload" "$operations" "$instructions" $((instructions / operations))
done
