// Types of the playground, for `tsc --checkJs` in `make lint`. Those of the API are generated from openapi.yaml.

import type { components, paths } from "openapi";

export type Schemas = components["schemas"];
export type Action = Schemas["Action"];
export type Card = Schemas["CardName"];
export type Color = Schemas["Color"];
export type Event = Schemas["Event"];
/** The options of a game; null is the same as none. */
export type GameOptions = { [Name in keyof Schemas["GameOptions"]]: Schemas["GameOptions"][Name] | null };
export type MoveGroup = Schemas["MoveGroup"];
export type Piece = Schemas["PieceName"];
export type Placement = Schemas["PlacedPiece"];
export type Reason = Schemas["Error"];
export type State = Schemas["State"];
export type Suggestion = Schemas["Suggestion"];
export type View = Schemas["ViewState"];

/** A square: row and column. */
export type Square = number[];

/** The paths that take a POST with a JSON body. */
export type Operation = {
  [Path in keyof paths]: paths[Path] extends { post: { requestBody: { content: { "application/json": unknown } } } } ? Path : never;
}[keyof paths];
export type Body<Path extends Operation> = paths[Path] extends {
  post: { requestBody: { content: { "application/json": infer Sent } } };
}
  ? Sent
  : never;
export type Answer<Path extends Operation> = paths[Path] extends {
  post: { responses: { 200: { content: { "application/json": infer Received } } } };
}
  ? Received
  : never;

/** What is drawn: an element with its children, or a text. */
export interface Element {
  tag: string;
  key?: string;
  props: Record<string, unknown>;
  children: Node[];
}
export type Node = Element | string;
/** What a view may return for a child; empty values are left out. */
export type Child = Node | number | null | undefined | false | "" | Child[];

/** A seat of the table. Bots play by themselves, at their level. */
export interface Seat {
  seat: number;
  colors: Color[];
  bot: boolean;
  level: number;
}

/** The game after one action, with everything that is drawn from it. */
export interface Step {
  action: Action | null;
  /** The game; of a sealed one only what a seat may see. */
  state: State | View;
  /** The token of a sealed game. */
  sealed: string | null;
  next: Schemas["NextDecision"];
  events: Event[];
  moves: Action[];
  groups: MoveGroup[];
  count: number;
  summary: Schemas["Summary"] | null;
  supply: Schemas["Supply"] | null;
  score: Schemas["Score"] | null;
  position: string | null;
  /** The game as the seat that looks may see it; null in games without cards, and until it was asked for. */
  view: View | null;
}

/** What is kept of a step of a sealed game: everything else can be asked for. */
export type SealedStep = Pick<Step, "action" | "next" | "events"> & { sealed: string };

export interface Game {
  variant: string;
  seats: Seat[];
  seed: number | null;
  steps: Step[];
  /** The step on the board. */
  at: number;
  /** The seat whose player has said that only they look at the screen. */
  ready: number | null;
  paused: boolean;
}

export interface Puzzle {
  id: Schemas["PuzzleName"];
  /** The layouts so far, each after one change. */
  steps: Placement[][];
  at: number;
  check: Schemas["LayoutCheckAnswer"] | null;
  /** Pieces of a solution that are still to be shown, one after another. */
  rest: Placement[];
  searching: boolean;
}

/** A piece over the board that is not placed yet. */
export interface Ghost {
  color: Color;
  piece: Piece;
  orientation: number;
  row: number;
  col: number;
  /** Whether it is on the board; before that it is only picked. */
  shown: boolean;
}

/** One request, for the developers' panel. */
export interface Exchange {
  id: number;
  method: string;
  path: string;
  body: string | null;
  status: number | null;
  answer: string;
  milliseconds: number;
}

export interface Notice {
  text: string;
  detail: string;
  retry: (() => void) | null;
}

export interface Catalogue {
  language: string;
  variants: Schemas["Variant"][];
  phases: Schemas["PhaseDescription"][];
  pieces: Schemas["PieceDescription"][];
  colors: Schemas["ColorDescription"][];
  cards: Schemas["CardDescription"][];
  puzzles: Schemas["PuzzleDescription"][];
}

export interface Choice {
  /** The variant or puzzle that is chosen for the next game. */
  id: string;
  seats: { bot: boolean; level: number }[];
  options: GameOptions;
  seed: string;
}

export interface Page {
  catalogue: Catalogue | null;
  language: string;
  words: Record<string, string>;
  theme: "auto" | "light" | "dark";
  screen: "home" | "game" | "puzzle";
  choice: Choice;
  game: Game | null;
  puzzle: Puzzle | null;
  ghost: Ghost | null;
  /** Why the ghost does not fit, asked for; null while nothing is known. */
  reasons: Reason[] | null;
  /** The card that is previewed, and the outcomes of the hand's cards. */
  card: Card | null;
  previews: Partial<Record<Card, Preview>>;
  /** The square whose moves are shown, and the pieces that could cover it. */
  square: { square: Square; pieces: Piece[] } | null;
  show: { coverable: boolean; corners: boolean; coordinates: boolean };
  hints: Suggestion[] | null;
  /** Hints were asked for. */
  hinting: boolean;
  /** A bot was asked for its move. */
  thinking: boolean;
  /** A request that changes the game is under way. */
  busy: boolean;
  offline: boolean;
  notice: Notice | null;
  /** The last announcement for screen readers. */
  announcement: string;
  requests: Exchange[];
  panel: boolean;
  /** The exchange that is open in the panel. */
  opened: number | null;
  /** The tag and operationId of each path, for links into the reference. */
  operations: Record<string, string> | null;
  menu: boolean;
}

export interface Preview {
  outcome: Schemas["ResolvedCard"]["outcome"] | "hidden";
  reason: Reason | null;
  phase: Schemas["Phase"] | null;
  count: number | null;
}
