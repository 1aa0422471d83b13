#!/usr/bin/env bash
# Trains the weights of the search from its own games, for two sides and for more: the value in three stages, the prior
# in two, and for more sides in a third one. Output of earlier stages is kept in target/training.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

cargo build --locked --release -p cornerwise --example train_prior --example train_value
examples=target/release/examples
weights=core_rs/engine/src/search/weights
training=target/training
mkdir -p "$training"

for sides in two_sides more_sides; do
    first=$training/first_$sides
    second=$training/second_$sides
    prior=$weights/$sides.txt
    value=$weights/value_$sides.txt
    "$examples/train_prior" $sides 1 "${first}_prior.txt"
    "$examples/train_value" $sides 1 "${first}_prior.txt" "${first}_value.txt"
    "$examples/train_prior" $sides 2 "${first}_prior.txt" "${first}_value.txt" "$prior"
    "$examples/train_value" $sides 2 "${first}_prior.txt" "${first}_value.txt" "${second}_value.txt"
    "$examples/train_value" $sides 3 "$prior" "${second}_value.txt" "$value"
done
second_prior=$training/second_more_sides_prior.txt
cp "$weights/more_sides.txt" "$second_prior"
"$examples/train_prior" more_sides 3 "$second_prior" "$weights/value_more_sides.txt" "$weights/more_sides.txt"
