import type { Operation } from './operation.ts';
import { type OperationName, operationNames, operations } from './operations.ts';
import { argsOf, flagOf, type Parameter, parametersOf } from './parameters.ts';

const placeholders: Readonly<Record<Parameter['kind'], string>> = {
  flag: '',
  number: ' <number>',
  text: ' <text>',
  counts: ' <id>=<count> …',
  pairs: ' <name>=<value> …',
};

const wordOf = (row: Operation, name: string): string => {
  const isFile = row.cli?.files?.includes(name);
  return isFile ? '<file>' : `<${name.replaceAll('_', ' ')}>`;
};

/** The options of an operation with what each is for. */
const optionsOf = (row: Operation): { text: string; isNeeded: boolean; about: string }[] => {
  const args = argsOf(row);
  const site = row.site === 'none' || args.includes('site') ? [] : [siteOption(row)];
  const own = parametersOf(row)
    .filter(({ name }) => !args.includes(name) && name !== 'dry_run')
    .map(({ name, kind, isNeeded, allowed, about }) => {
      const value = allowed ? ` ${allowed.join('|')}` : placeholders[kind];
      return { text: `--${flagOf(row, name)}${value}`, isNeeded, about };
    });
  const isNot = { isNeeded: false };
  return [
    ...site,
    ...own,
    ...(row.cli?.out
      ? [{ text: '--out <file>', ...isNot, about: 'A new file, readable by you only; stdout without it.' }]
      : []),
    ...(row.cli?.hasCheck ? [{ text: '--check', ...isNot, about: 'Exit code 1 when something does not match.' }] : []),
    ...(row.dryRun
      ? [
          {
            text: '--dry-run',
            ...isNot,
            about: 'Only reports what would happen: which order, how much money, which mails.',
          },
        ]
      : []),
  ];
};

const siteOption = ({ site }: Operation) => ({
  text: '--site <site>',
  isNeeded: site === 'needed',
  about: site === 'needed' ? 'The site.' : 'Only this site; all sites of the server without it.',
});

/** The first line of an operation: how it is written. */
const synopsisOf = (name: OperationName): string => {
  const row = operations[name];
  const options = optionsOf(row).map(({ text, isNeeded }) => (isNeeded ? text : `[${text}]`));
  return [name, ...argsOf(row).map((arg) => wordOf(row, arg)), ...options].join(' ');
};

const folded = (text: string, indent: string): string => {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && `${indent}${last} ${word}`.length <= 110) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.map((line) => `${indent}${line}`).join('\n');
};

const footer = `  --json   one JSON document instead of text: the reply, or why it was refused
  --help   this text; after a command, the help of that command
  DATA_DIR the folder of the running server (./data)

Exit codes: 0 done (also a dry run), 1 refused, or --check found something, 2 wrong use, or the shop does not run,
3 unknown whether done, since the shop or its database was lost on the way, or the shop failed.`;

/** The help of one command. */
export const helpOf = (name: OperationName): string => {
  const row = operations[name];
  const options = optionsOf(row).map(({ text, about }) => `  ${text}${about ? `\n${folded(about, '      ')}` : ''}`);
  const args = parametersOf(row).filter(({ name: arg, about }) => argsOf(row).includes(arg) && about !== '');
  const words = args.map(({ name: arg, about }) => `  ${wordOf(row, arg)}\n${folded(about, '      ')}`);
  return [
    `npm run ops -- ${synopsisOf(name)}`,
    folded([row.does, row.details ?? ''].join(' ').trim(), ''),
    ...(words.length + options.length > 0 ? [[...words, ...options].join('\n')] : []),
    footer,
  ].join('\n\n');
};

/** The help of all commands. */
export const help = [
  'What the venue does itself, with the shop running. npm run ops -- <command>',
  operationNames
    .map((name) => `${folded(synopsisOf(name), '  ')}\n${folded(operations[name].does, '      ')}`)
    .join('\n'),
  footer,
].join('\n\n');
