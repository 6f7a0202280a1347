import { Argument, Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import * as v from 'valibot';
import { Misuse, rejectTakenOptions } from '#server/core/command-line.ts';
import { FileFault, readTextFile } from '#server/core/text-file.ts';
import type { Reply } from '#server/operators/client/send-command.ts';
import { dryAbout, type Operation } from './operation.ts';
import { type OperationName, operationNames, operations } from './operations.ts';

export type CommandLine = {
  command: OperationName;
  input: Record<string, unknown>;
  isJson: boolean;
  isCheck: boolean;
  /** File of an export; stdout without it. */
  out: string | undefined;
};

/** A parameter's schema without its default, and whether it has none. */
const unwrapped = (schema: v.GenericSchema): { schema: v.GenericSchema; isNeeded: boolean } =>
  'wrapped' in schema
    ? { schema: unwrapped(schema.wrapped as v.GenericSchema).schema, isNeeded: false }
    : { schema, isNeeded: true };

const readText = (path: string): string => {
  try {
    return readTextFile(path);
  } catch (thrown) {
    if (thrown instanceof FileFault) throw new InvalidArgumentError(thrown.message);
    throw thrown;
  }
};

const wholeNumber = (text: string): number => {
  if (!/^\d{1,8}$/.test(text)) throw new InvalidArgumentError('Write a whole number in digits, eight at most: 1000.');
  return Number(text);
};

const pairOf = (text: string): [name: string, value: string] => {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined) throw new InvalidArgumentError('Write <id>=<value>.');
  return [name, value];
};

/** How an option of each kind of schema is written, and its value, after those before it. Others are a text. */
const kinds: Readonly<
  Record<string, readonly [placeholder: string, read?: (text: string, before: unknown) => unknown]>
> = {
  boolean: [''],
  number: [' <number>', wholeNumber],
  array: [
    ' <id>=<count>',
    (text, before) => {
      const [id, count] = pairOf(text);
      return [...(Array.isArray(before) ? before : []), { id, count: wholeNumber(count) }];
    },
  ],
  record: [' <name>=<value>', (text, before) => ({ ...Object(before), ...Object.fromEntries([pairOf(text)]) })],
};

const listOf = (schema: v.GenericSchema): string[] | null =>
  'options' in schema && Array.isArray(schema.options) ? schema.options.map(String) : null;

const argumentOf = (row: Operation, name: string): Argument => {
  const own = row.input.entries[name];
  const schema = own && unwrapped(own as v.GenericSchema).schema;
  const isFile = row.cli?.files?.includes(name);
  const argument = new Argument(isFile ? '<file>' : `<${name}>`, (schema && v.getDescription(schema)) ?? '');
  const list = schema && listOf(schema);
  if (list) argument.choices(list);
  if (isFile) argument.argParser(readText);
  if (schema?.type === 'number') argument.argParser(wholeNumber);
  return argument;
};

/** Options that are written once for each part of a list. */
const repeatable: ReadonlySet<string> = new Set(['array', 'record']);

/** Refuses an option that is written again, of which only the last value would count. */
const mustBeSingle = (option: Option): void => {
  const { parseArg } = option;
  option.argParser((text, before: unknown) => {
    if (before !== undefined) throw new InvalidArgumentError('Write it once, and the command again for another.');
    return parseArg ? parseArg(text, before) : text;
  });
};

const optionOf = (row: Operation, name: string, own: v.GenericSchema): Option => {
  const { schema, isNeeded } = unwrapped(own);
  const [placeholder, read] = kinds[schema.type] ?? [' <text>'];
  const flag = row.cli?.flags?.[name] ?? name.replaceAll('_', '-');
  const option = new Option(`--${flag}${placeholder}`, v.getDescription(schema) ?? '').makeOptionMandatory(isNeeded);
  const list = listOf(schema);
  if (list) option.choices(list);
  if (read) option.argParser(read);
  if (!repeatable.has(schema.type)) mustBeSingle(option);
  return Object.assign(option, { attributeName: () => name });
};

const siteAbout = { needed: 'The site.', possible: 'Only this site; all sites of the server without it.' };

const footer = `
  DATA_DIR the folder of the running server (./data)

Exit codes: 0 done (also a dry run), 1 refused, or tickets stay, or --check found something, 2 wrong use, or the shop does not run,
3 unknown whether done, since the shop or its database was lost on the way, or the shop failed.`;

/** The command of an operation, which hands on what is written. */
const commandOf = (name: OperationName, take: (line: CommandLine) => void): Command => {
  const row = operations[name];
  const args = row.cli?.args ?? [];
  const command = new Command(name).summary(row.does).description([row.does, row.details ?? ''].join(' ').trim());
  for (const arg of args) command.addArgument(argumentOf(row, arg));
  if (row.site !== 'none' && !args.includes('site'))
    command.addOption(new Option('--site <site>', siteAbout[row.site]).makeOptionMandatory(row.site === 'needed'));
  for (const [parameter, schema] of Object.entries(row.input.entries))
    if (!args.includes(parameter) && parameter !== 'dry_run')
      command.addOption(optionOf(row, parameter, schema as v.GenericSchema));
  if (row.cli?.out) command.option('--out <file>', 'A new file, readable by you only; stdout without it.');
  if (row.cli?.hasCheck) command.option('--check', 'Exit code 1 when something does not match.');
  if (row.dryRun || !row.writes) command.addOption(new Option('--dry-run', dryAbout).hideHelp(!row.dryRun));
  command.option(
    '--json',
    'One JSON document instead of text: the reply, or why it was refused. With npm run -s, which prints no heading.',
  );
  return command.addHelpText('after', footer).action((...values: unknown[]) => {
    const { json, check, out, dryRun: dry_run, ...options } = command.opts();
    const named = Object.fromEntries(args.map((arg, at) => [arg, values[at]]));
    const input = { ...named, ...options, ...(dry_run === true && { dry_run }) };
    take({ command: name, input, isJson: json === true, isCheck: check === true, out });
  });
};

/**
 * Parses the arguments of `npm run ops --`, in whose environment are the options that npm took. A string is the help that is wanted.
 * Throws Misuse.
 */
export const readArgs = (
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
): CommandLine | string => {
  let read: CommandLine | undefined;
  let help = '';
  const program = new Command('npm run ops --')
    .description('What the venue does itself, with the shop running.')
    .helpCommand(false)
    .addHelpText('after', footer);
  for (const name of operationNames)
    program.addCommand(
      commandOf(name, (line) => {
        read = line;
      }),
    );
  for (const command of [program, ...program.commands])
    command.exitOverride().configureOutput({
      writeOut: (text) => {
        help += text;
      },
      writeErr: () => undefined,
    });
  try {
    if (args.length === 0) return program.helpInformation();
    const named = program.commands.find((command) => args.includes(command.name()));
    if (named && !args.includes('--help')) rejectTakenOptions('ops', args, named.options, env);
    program.parse([...args], { from: 'user' });
  } catch (thrown) {
    if (!(thrown instanceof CommanderError)) throw thrown;
    if (thrown.exitCode === 0) return help;
    throw new Misuse(thrown.message);
  }
  if (!read) throw new Misuse('Which command?');
  return read;
};

const anything = v.optional(v.array(v.unknown()), []);
const Found = v.object({
  unmatched: v.optional(v.array(v.object({ kind: v.string() })), []),
  unapplied: anything,
  differences: anything,
  overdue: anything,
});

/** Whether a reply reports money that does not match or could not be compared; the daily file or a person judges the rest. */
export const isUnmatched = (reply: Reply): boolean => {
  const { unmatched, unapplied, differences, overdue } = v.parse(Found, reply);
  const rows = [...unapplied, ...differences, ...overdue];
  return rows.length > 0 || unmatched.some(({ kind }) => kind !== 'unaskable' && kind !== 'unconfirmed');
};
