#!/usr/bin/env bash
# Trains the weights of the search from its own games: the prior and the value, in two stages each, and for two sides
# the value in a third one. What the earlier stages wrote is kept in target/training.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

cargo build --locked --release -p cornerwise --example train_prior --example train_value
examples=target/release/examples
weights=core_rs/engine/src/search/weights
training=target/training
mkdir -p "$training"

for sides in two_sides more_sides; do
    first=$training/first_$sides
    "$examples/train_prior" $sides "${first}_prior.txt"
    "$examples/train_value" $sides 1 "${first}_prior.txt" "${first}_value.txt"
    "$examples/train_prior" $sides "${first}_prior.txt" "${first}_value.txt" "$weights/$sides.txt"
    "$examples/train_value" $sides 2 "${first}_prior.txt" "${first}_value.txt" "$weights/value_$sides.txt"
done
second=$training/second_two_sides_value.txt
cp "$weights/value_two_sides.txt" "$second"
"$examples/train_value" two_sides 3 "$weights/two_sides.txt" "$second" "$weights/value_two_sides.txt"
