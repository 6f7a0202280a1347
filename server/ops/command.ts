import type * as v from 'valibot';
import type { Deps } from '#server/deps.ts';
import { parseInput } from '#server/http/read.ts';
import type { Said } from './words.ts';

/** What commands work with: the shop, where visitors find it, and an id that stays the same when a command is repeated. */
export type Desk = { deps: Deps; shopUrl: string; effectId: string };

/** What a command did: in words, and as facts for programs. */
export type Done = { said: Said; facts: Readonly<Record<string, unknown>> };

/** A command's input, checked before it runs. */
type Command<S extends v.GenericSchema> = {
  input: S;
  run: (desk: Desk, input: v.InferOutput<S>) => Promise<Done>;
};
/** In: a row of the table of commands. Out: the same, for input that nobody has looked at yet. */
export const command = <S extends v.GenericSchema>(
  row: Command<S>,
): ((desk: Desk, input: unknown) => Promise<Done>) => {
  return (desk, input) => row.run(desk, parseInput(row.input, input, true));
};
