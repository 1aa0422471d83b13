#!/usr/bin/env bash
# Trains the weights of the search from its own games: the prior and the value for two sides and for more, in two
# stages each. The first stage is kept in target/training.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

cargo build --locked --release -p cornerwise --example train_prior --example train_value
examples=target/release/examples
weights=core_rs/engine/src/search/weights
first=target/training
mkdir -p "$first"

for sides in two_sides more_sides; do
    "$examples/train_prior" $sides "$first/prior_$sides.txt"
    "$examples/train_value" $sides "$first/prior_$sides.txt" "$first/value_$sides.txt"
    "$examples/train_prior" $sides "$first/prior_$sides.txt" "$first/value_$sides.txt" "$weights/$sides.txt"
    "$examples/train_value" $sides "$first/prior_$sides.txt" "$first/value_$sides.txt" "$weights/value_$sides.txt"
done
