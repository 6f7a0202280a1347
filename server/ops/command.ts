import type * as v from 'valibot';
import { parseInput } from '#server/http/read.ts';
import type { BilingualText } from './bilingual-text.ts';
import type { OpsDeps } from './deps.ts';

/** Context of a command: the shop, its address for visitors, and an id that is the same when the command is repeated. */
export type CommandContext = { deps: OpsDeps; shopUrl: string; effectId: string };

/** The result of a command: as text, and as data for programs. */
export type Done = { text: BilingualText; facts: Readonly<Record<string, unknown>> };

/** `input` validates before `run` is called. */
type Command<S extends v.GenericSchema> = {
  input: S;
  run: (context: CommandContext, input: v.InferOutput<S>) => Promise<Done>;
};
/** Wraps a command so that it accepts unvalidated input. */
export const command = <S extends v.GenericSchema>(
  row: Command<S>,
): ((context: CommandContext, input: unknown) => Promise<Done>) => {
  return (context, input) => row.run(context, parseInput(row.input, input, true));
};
