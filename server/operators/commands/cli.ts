import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import * as v from 'valibot';
import { Misuse, rejectTakenOptions } from '#server/core/command-line.ts';
import { line } from '#server/core/shown.ts';
import { FileFault, readTextFile } from '#server/core/text-file.ts';
import type { Reply } from '#server/operators/client/send-command.ts';
import { yenDigits } from '#src/domain/money.ts';
import { ProductSchema, TimeSpanSchema } from '#src/domain/product.ts';
import type { Operation } from './operation.ts';
import { isOperation, type OperationName, operationNames, operations } from './operations.ts';
import { argsOf, flagOf, type Parameter, parametersOf } from './parameters.ts';
import { slotIn } from './texts.ts';

const readText = (path: string): string => {
  try {
    return readTextFile(path);
  } catch (thrown) {
    if (thrown instanceof FileFault) throw new Misuse(thrown.message);
    throw thrown;
  }
};

/** A parsed command line; null for --help, with the command whose help is wanted. */
export type CommandLine = {
  command: OperationName;
  input: Record<string, unknown>;
  isJson: boolean;
  isCheck: boolean;
  /** File of an export; stdout without it. */
  out: string | undefined;
};

type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

const isList = ({ kind }: Parameter): boolean => kind === 'counts' || kind === 'pairs';

/** Options of a command. */
const optionsOf = (row: Operation): ParseArgsOptionsConfig => {
  const args = argsOf(row);
  const own = parametersOf(row).filter(({ name }) => !args.includes(name));
  return {
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
    ...(row.site === 'none' ? {} : { site: { type: 'string' } }),
    ...(row.cli?.hasCheck ? { check: { type: 'boolean' } } : {}),
    ...(row.cli?.out ? { out: { type: 'string' } } : {}),
    'dry-run': { type: 'boolean' },
    ...Object.fromEntries(
      own.map((parameter) => [
        flagOf(row, parameter.name),
        { type: parameter.kind === 'flag' ? 'boolean' : 'string', multiple: isList(parameter) } as const,
      ]),
    ),
  };
};

const parsed = (args: readonly string[], options: ParseArgsOptionsConfig) => {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (thrown) {
    throw new Misuse(thrown instanceof Error ? thrown.message : String(thrown));
  }
};

const pair = (text: string): [string, string] => {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined) throw new Misuse(`${text}: write <id>=<value>.`);
  return [name, value];
};
const count = (text: string): { id: string; count: number } => {
  const [id, value] = pair(text);
  if (!/^\d{1,3}$/.test(value)) throw new Misuse(`${id}=${value}: a whole number.`);
  return { id, count: Number(value) };
};

/** The value of a parameter from its text. `label` names it in an error. */
const parameterValue = ({ kind, allowed }: Parameter, label: string, text: Values[string]): unknown => {
  if (text === undefined || typeof text === 'boolean') return text;
  if (Array.isArray(text)) {
    const texts = text.map(String);
    return kind === 'counts' ? texts.map(count) : Object.fromEntries(texts.map(pair));
  }
  if (kind === 'number' && !/^\d{1,6}$/.test(text))
    throw new Misuse(`${`${label} ${text}`.trim()}: a whole number of six digits at most.`);
  if (allowed && !allowed.includes(text)) throw new Misuse(`${text}: write ${allowed.join(' or ')}.`);
  return kind === 'number' ? Number(text) : text;
};

const argumentsOf = (row: Operation, positionals: readonly string[]): Record<string, unknown> => {
  const labels = Object.entries(row.cli?.args ?? {});
  const surplus = positionals[labels.length];
  if (surplus !== undefined) throw new Misuse(`${surplus}: too much.`);
  const parameters = parametersOf(row);
  const values = labels.map(([name, label], at) => {
    const text = positionals[at];
    if (!text) throw new Misuse(`${label} is missing.`);
    const parameter = parameters.find((one) => one.name === name);
    const value = parameter ? parameterValue(parameter, '', text) : text;
    return [name, row.cli?.files?.includes(name) ? readText(text) : value];
  });
  return Object.fromEntries(values);
};

const inputOf = (row: Operation, values: Values, positionals: readonly string[]): Record<string, unknown> => {
  const args = argumentsOf(row, positionals);
  const own = parametersOf(row)
    .filter(({ name }) => !(name in args) && name !== 'dry_run')
    .map((parameter) => {
      const flag = flagOf(row, parameter.name);
      const value = parameterValue(parameter, `--${flag}`, values[flag]);
      if (value === undefined && parameter.isNeeded) throw new Misuse(`--${flag} is missing.`);
      return [parameter.name, value];
    });
  const { site, 'dry-run': dry_run } = values;
  if (row.site === 'needed' && site === undefined && !('site' in args)) throw new Misuse('--site is missing.');
  if (dry_run && row.writes && !row.dryRun)
    throw new Misuse('--dry-run: this command has no dry run (--help says why).');
  const all = { ...args, ...(site === undefined ? {} : { site }), ...Object.fromEntries(own), dry_run };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
};

/** The command that a line names; null for none. Throws Misuse. */
const commandOf = (args: readonly string[]): OperationName | null => {
  const [typed] = args.filter((arg) => !arg.startsWith('-'));
  if (typed === undefined) return null;
  if (!isOperation(typed)) throw new Misuse(`${typed}: no such command. One of ${operationNames.join(', ')}.`);
  return typed;
};

/**
 * Parses the arguments of `npm run ops --`, in whose environment are the options that npm took. `help` is the command whose help
 * is wanted, null for all. Throws Misuse.
 */
export const readArgs = (
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
): CommandLine | { help: OperationName | null } => {
  const command = commandOf(args);
  if (command === null) return { help: null };
  const row = operations[command];
  if (args.includes('--help') || args.includes('-h')) return { help: command };
  const options = optionsOf(row);
  rejectTakenOptions('ops', args, options, env);
  const { values, positionals } = parsed(args, options);
  const [, ...rest] = positionals;
  return {
    command,
    input: inputOf(row, values, rest),
    isJson: values.json === true,
    isCheck: values.check === true,
    out: typeof values.out === 'string' ? values.out : undefined,
  };
};

const anything = v.optional(v.array(v.unknown()), []);
const Found = v.object({
  unmatched: v.optional(v.array(v.object({ kind: v.string() })), []),
  unapplied: anything,
  differences: anything,
  overdue: anything,
});

/** Whether a reply reports money that does not match, or that could not be compared. */
export const isUnmatched = (reply: Reply): boolean => {
  const { unmatched, unapplied, differences, overdue } = v.parse(Found, reply);
  const rows = [...unapplied, ...differences, ...overdue];
  return rows.length > 0 || unmatched.some(({ kind }) => kind !== 'unaskable' && kind !== 'unconfirmed');
};

const Offers = v.object({
  products: v.array(
    v.object({ ...ProductSchema.entries, day: v.nullable(v.string()), time_spans: v.array(TimeSpanSchema) }),
  ),
});

/** A reply as text: slots as lists, everything else as its sentence. */
export const textOf = (reply: Reply): string => {
  const offers = v.safeParse(Offers, reply);
  if (!offers.success) return reply.said.en;
  const lines = offers.output.products.flatMap(
    ({ uuid, product_name, day, options: choices, time_spans, ...limits }) => [
      line`${product_name}  ${uuid}  (${limits.min_quantity} to ${limits.max_quantity} together)`,
      ...choices.map(
        ({ id, name, add_cost, min, max }) =>
          line`  --option ${id}=…  ${name}, ¥${yenDigits(add_cost)}, ${min} to ${max}`,
      ),
      day === null ? '  no seats in the next 60 days' : `  ${day}`,
      ...time_spans.map(
        ({ id, state, remaining, reservation_from: from, reservation_to: to }) =>
          line`    --slot ${id}  ${slotIn('en', { from, to })}  ${state}, ${remaining} left`,
      ),
    ],
  );
  return lines.join('\n');
};
