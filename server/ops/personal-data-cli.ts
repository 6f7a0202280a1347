import { writeFileSync } from 'node:fs';

/** Help text of the commands about personal data. */
export const personalDataHelp = `  retention [--apply]
      Counts the personal data that is beyond its time (settings RETENTION_*). --apply: deletes it now, and confirms
      to a shop that was upgraded that the daily run may do so from now on.
  export <mail | reservation number> [--site <site>] [--out <file>]
      Everything stored about a person, as JSON: to a new file that only you can read, or to stdout.
  erase <mail> [--site <site>] [--apply] [--cancel]
      Says what would be erased of a person; --apply erases it, all or nothing. Accounts stay, without a person.
      Refused while there are tickets for visits to come or open refunds: --cancel cancels them, as cancel does.
  replay
      After an older dump was loaded: erases again what was erased since (ERASURE_LOG). The daily run does so too.
  receipt <reservation number> [--lang ...]
      The venue's copy of a receipt, for as long as records of sales are stored.`;

/** Options of these commands for `parseArgs`. */
export const personalDataOptions = {
  apply: { type: 'boolean' },
  cancel: { type: 'boolean' },
  out: { type: 'string' },
} as const;

type Values = {
  apply?: boolean | undefined;
  cancel?: boolean | undefined;
  site?: string | undefined;
  lang?: string | undefined;
};
type Input = (first: string | undefined, values: Values) => Record<string, unknown>;

const withoutUndefined = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/** The input of each command from its arguments. `wanted` throws when one is missing. */
export const personalDataInputs = (wanted: (value: string | undefined, name: string) => string) =>
  ({
    retention: (_first, { apply }) => withoutUndefined({ apply }),
    export: (first, { site }) => withoutUndefined({ who: wanted(first, 'A mail address or reservation number'), site }),
    erase: (first, { site, apply, cancel }) =>
      withoutUndefined({ mail: wanted(first, 'A mail address'), site, apply, cancel }),
    replay: () => ({}),
    receipt: (first, { lang }) => withoutUndefined({ reservation_number: wanted(first, 'A reservation number'), lang }),
  }) satisfies Record<string, Input>;

/** Writes an export to a new file that only the operator can read, or to stdout. Throws when the file exists. */
export const writeExport = (data: unknown, file: string | undefined): void => {
  const text = `${JSON.stringify(data, null, 2)}\n`;
  if (file === undefined) process.stdout.write(text);
  else writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
};
