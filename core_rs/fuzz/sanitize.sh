#!/bin/sh
# The code with `unsafe` (core_rs/engine/src/movegen/x86.rs) and the replay of every corpus under
# AddressSanitizer. A stable compiler has it and hides it: RUSTC_BOOTSTRAP=1 lets it be asked for.
#
#   sanitize.sh          the generator's tests and the replay
#   sanitize.sh short    the replay alone, which is built in half the time
set -eu
cd "$(dirname "$0")/../.."

case "${1:-all}" in
    all) set -- -p cornerwise -p cornerwise-fuzz --lib --test movegen --test replay ;;
    short) set -- -p cornerwise-fuzz --test replay ;;
    *) echo "sanitize.sh [short]" >&2; exit 2 ;;
esac

host=$(rustc -vV | sed -n 's/^host: //p')
# A separate folder, because other flags would make cargo rebuild everything else. Leaks have nothing
# to do with `unsafe` here, and detecting them needs rights that a container may not have.
RUSTC_BOOTSTRAP=1 RUSTFLAGS=-Zsanitizer=address ASAN_OPTIONS=detect_leaks=0 \
    CARGO_TARGET_DIR=target/sanitize \
    cargo test --locked --quiet --profile checked --target "$host" "$@"

# What was not run must not look as if it had been.
if [ -r /proc/cpuinfo ] && ! grep -qw avx512_vbmi2 /proc/cpuinfo; then
    echo 'sanitize: this processor has no AVX-512 VBMI2: list_avx512 was built but not run.' >&2
fi
