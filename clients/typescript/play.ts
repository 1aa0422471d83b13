// Plays a classic and a Shuffle game with random moves, and draws the final boards.
//
// openapi-typescript generates the types in generated/api.ts; openapi-fetch sends the requests. The path selects the
// operation, and the compiler checks the request and the response.

import { writeFileSync } from "node:fs";

import createClient from "openapi-fetch";

import type { components, paths } from "./generated/api.js";

type Schemas = components["schemas"];

const client = createClient<paths>({ baseUrl: process.env["CORNERWISE_URL"] ?? "http://127.0.0.1:8000" });

/** Returns the data of a response. An error response is thrown: a problem document that says what is wrong. */
function unwrap<T>({ data, error }: { data?: T; error?: unknown }): T {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

async function play(game: Schemas["Game"]): Promise<void> {
  // The service stores nothing: every answer has the new state, and every request sends it back.
  let answer: Schemas["TurnAnswer"] = unwrap(
    await client.POST("/v1/games", { body: { rules: { game }, include: ["moves"] } }),
  );
  let steps = 0;

  // The answer that ends the game has the score; before that it is null unless it is included.
  while (answer.score === null) {
    const moves = answer.moves ?? [];
    const action = moves[Math.floor(Math.random() * moves.length)];
    answer = unwrap(
      await client.POST("/v1/turns", { body: { state: answer.state, action, include: ["moves"] } }),
    );
    steps += 1;
  }

  console.log(`${game}: ${steps} steps, won by seat ${answer.score.winners.join(", ")}`);
  for (const { seat, score } of answer.score.seats) console.log(`  seat ${seat}: ${score}`);

  const { state } = answer;
  console.log(unwrap(await client.POST("/v1/renderings/text", { body: { state }, parseAs: "text" })));
  writeFileSync(`${game}.svg`, unwrap(await client.POST("/v1/renderings/svg", { body: { state }, parseAs: "text" })));
}

await play("classic");
await play("shuffle");
