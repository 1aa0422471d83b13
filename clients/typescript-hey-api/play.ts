// Plays a classic and a Shuffle game with random moves, and draws the final boards.
//
// @hey-api/openapi-ts generates one function for each operation, with its types.

import { writeFileSync } from "node:fs";

import { client } from "./generated/client.gen.js";
import { newGame, playTurn, renderBoardSvg, renderBoardText } from "./generated/sdk.gen.js";
import type { Game, TurnAnswer } from "./generated/types.gen.js";

// Error responses are thrown: problem documents that say what is wrong.
client.setConfig({ baseUrl: process.env["CORNERWISE_URL"] ?? "http://127.0.0.1:8000", throwOnError: true });

async function play(game: Game): Promise<void> {
  // The service stores nothing: every answer has the new state, and every request sends it back.
  let answer: TurnAnswer = (await newGame({ body: { rules: { game }, include: ["moves"] }, throwOnError: true })).data;
  let steps = 0;

  // The answer that ends the game has the score; before that it is null unless it is included.
  while (answer.score === null) {
    const moves = answer.moves ?? [];
    const action = moves[Math.floor(Math.random() * moves.length)];
    const body = { state: answer.state, action, include: ["moves" as const] };
    answer = (await playTurn({ body, throwOnError: true })).data;
    steps += 1;
  }

  console.log(`${game}: ${steps} steps, won by seat ${answer.score.winners.join(", ")}`);
  for (const { seat, score } of answer.score.seats) console.log(`  seat ${seat}: ${score}`);

  const body = { state: answer.state };
  console.log((await renderBoardText({ body, throwOnError: true })).data);
  const svg = (await renderBoardSvg({ body, throwOnError: true })).data;
  writeFileSync(`${game}.svg`, await new Response(svg).text());
}

await play("classic");
await play("shuffle");
