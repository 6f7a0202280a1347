import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { readTextFile, UnreadableFile } from '#server/core/text-file.ts';
import type { Reply } from '#server/ops-client/send-command.ts';
import { yenDigits } from '#src/domain/money.ts';
import { ProductSchema, TimeSpanSchema } from '#src/domain/product.ts';
import type { CommandName } from './commands.ts';
import { personalDataHelp, personalDataInputs, personalDataOptions } from './personal-data-cli.ts';

export const help = `What the venue does itself, with the shop running. npm run ops -- <command>

  gate <entry code | reservation number> [--force]
      Lets in: marks the ticket used, or one person of it where the code is a person's. --force: also when
      its slot is not today's. While a ticket is shared only the code behind the share link lets in.
  cancel <reservation number>
      Cancels without paying back. The buyer's number stands for the whole order: everything that was split
      off, sent or moved to another date. The number of a part stands for that part alone. Used tickets stay used.
  refund <reservation number> [--force]
      Pays the whole order back by the way it was paid, once, and cancels its tickets. Takes the buyer's number.
      Also for an order that was cancelled. --force: also when somebody of it is in already.
  revoke <reservation number>
      For a link that leaked: replaces the link and the entry codes of the ticket, of its share link and of what was
      split off from it, and mails the new link to its holder.
  invite --site <site> --mail <address> --slot <id> --option <id>=<count> ... [--set <id>=<count> ...]
         [--name <full name>] [--field <name>=<value> ...] [--lang ja|en|zh-hans|kr|zh-hant]
      Begins a purchase and mails its link. Seats are held when the link is opened, not before.
  slots --site <site> [--product <uuid>] [--day YYYY-MM-DD] [--lang ...]
      Products, options and slots with their ids: of that day, else of the first day with seats.
  confirm softbank <file.csv> [--days <count>] [--check]
      Imports the provider's daily file of payments (Shift_JIS or UTF-8): confirms Alipay payments, which cannot be
      looked up, and lists rows and payments that do not agree. The columns, named in the first line, in any order:
      受注ID (or order_id), トラッキングID (tracking_id), 支払方法 (pay_method), 処理区分 (type), 金額 (amount).
      The same file again changes nothing. --days: when an unconfirmed payment is overdue (3).
      --check: exit code 1 when a row differs or a payment is overdue.
  reconcile [--days <count>] [--age <seconds>] [--check]
      Queries the providers' ledgers about every order of the last days (7) and lists what does not match: the
      money kept must be what the valid payments say. Orders that moved within the last seconds (60) are left
      out, since their payment may be on its way. Only looks.
      Alipay payments wait for the daily file: listed for three days, a difference after that.
      --check: exit code 1 when an order differs or its provider does not answer.
  catalogue-import <file> [--site <site>] [--dry-run]   catalogue-export <site> [--out <file>]
      As npm run db -- import and export, in the running server.
${personalDataHelp}
  check
      Prints each setting that keeps a server with this environment from starting, with the site it is for. Starts
      and changes nothing; works without a running server. Exit code 1 when something is missing or wrong.

  --json   the reply as JSON      --help   this text
  DATA_DIR the folder of the running server (./data)

Exit codes: 0 done, 1 refused, 2 wrong use, or the shop does not run.`;

/** A wrong command line. */
export class Misuse extends Error {}

const readText = (path: string): string => {
  try {
    return readTextFile(path);
  } catch (thrown) {
    if (thrown instanceof UnreadableFile) throw new Misuse(thrown.message);
    throw thrown;
  }
};

/** A parsed command line; null for --help. */
export type CommandLine = {
  command: CommandName;
  input: Record<string, unknown>;
  isJson: boolean;
  isCheck: boolean;
  /** File of an export; stdout without it. */
  out: string | undefined;
} | null;

const options = {
  force: { type: 'boolean' },
  check: { type: 'boolean' },
  days: { type: 'string' },
  age: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  site: { type: 'string' },
  mail: { type: 'string' },
  slot: { type: 'string' },
  option: { type: 'string', multiple: true },
  set: { type: 'string', multiple: true },
  name: { type: 'string' },
  field: { type: 'string', multiple: true },
  lang: { type: 'string' },
  product: { type: 'string' },
  day: { type: 'string' },
  'dry-run': { type: 'boolean' },
  ...personalDataOptions,
} as const;

const parsed = (args: readonly string[]) => {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (thrown) {
    throw new Misuse(thrown instanceof Error ? thrown.message : String(thrown));
  }
};
type Values = ReturnType<typeof parsed>['values'];

const pair = (text: string): [string, string] => {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined) throw new Misuse(`${text}: write <id>=<value>.`);
  return [name, value];
};
const counts = (texts: readonly string[] = []) =>
  texts.map(pair).map(([id, count]) => {
    if (!/^\d{1,3}$/.test(count)) throw new Misuse(`${id}=${count}: a whole number.`);
    return { id, count: Number(count) };
  });

const required = (value: string | undefined, name: string): string => {
  if (!value) throw new Misuse(`${name} is missing.`);
  return value;
};
const wholeNumber = (value: string | undefined, name: string): number | undefined => {
  if (value !== undefined && !/^\d{1,5}$/.test(value)) throw new Misuse(`${name} ${value}: a whole number.`);
  return value === undefined ? undefined : Number(value);
};
const withoutUndefined = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/** The input of each command from its arguments. */
const inputs: Record<
  CommandName,
  (first: string | undefined, values: Values, more: readonly string[]) => Record<string, unknown>
> = {
  gate: (first, { force }) => withoutUndefined({ code: required(first, 'An entry code or reservation number'), force }),
  cancel: (first) => ({ reservation_number: required(first, 'A reservation number') }),
  refund: (first, { force }) =>
    withoutUndefined({ reservation_number: required(first, 'A reservation number'), force }),
  revoke: (first) => ({ reservation_number: required(first, 'A reservation number') }),
  invite: (_first, { site, mail, slot, lang, option, set, name, field = [] }) =>
    withoutUndefined({
      site: required(site, '--site'),
      mail: required(mail, '--mail'),
      slot: required(slot, '--slot'),
      lang,
      options: counts(option),
      sets: counts(set),
      customer: { ...(name === undefined ? {} : { fullname: name }), ...Object.fromEntries(field.map(pair)) },
    }),
  confirm: (first, { days }, [file]) => {
    if (first !== 'softbank') throw new Misuse(`${first ?? 'A provider'}: write softbank.`);
    return withoutUndefined({
      provider: first,
      text: readText(required(file, 'A file')),
      days: wholeNumber(days, '--days'),
    });
  },
  reconcile: (_first, { days, age }) =>
    withoutUndefined({ days: wholeNumber(days, '--days'), age: wholeNumber(age, '--age') }),
  check: () => ({}),
  slots: (_first, { site, product, day, lang }) =>
    withoutUndefined({ site: required(site, '--site'), product, day, lang }),
  'catalogue-import': (file, { site, 'dry-run': dry_run }) =>
    withoutUndefined({ text: readText(required(file, 'A file')), site, dry_run }),
  'catalogue-export': (site) => ({ site: required(site, 'A site') }),
  ...personalDataInputs(required),
};
const names = Object.keys(inputs).filter((name): name is CommandName => name in inputs);

/** Parses the arguments of `npm run ops --`. Throws Misuse. */
export const readArgs = (args: readonly string[]): CommandLine => {
  const { values, positionals } = parsed(args);
  const [typed, first, ...more] = positionals;
  if (values.help || typed === undefined) return null;
  const command = names.find((name) => name === typed);
  if (!command) throw new Misuse(`${typed}: no such command. One of ${names.join(', ')}.`);
  const surplus = command === 'confirm' ? more.slice(1) : more;
  if (surplus.length > 0) throw new Misuse(`${surplus.join(' ')}: too much.`);
  return {
    command,
    input: inputs[command](first, values, more),
    isJson: values.json ?? false,
    isCheck: values.check ?? false,
    out: values.out,
  };
};

const Compared = v.object({ unmatched: v.array(v.object({ kind: v.string() })) });

const Checked = v.object({ differences: v.array(v.unknown()), overdue: v.array(v.unknown()) });

/** Whether a reply reports money that does not match, or that could not be compared. */
export const isUnmatched = (reply: Reply): boolean => {
  const compared = v.safeParse(Compared, reply);
  const checked = v.safeParse(Checked, reply);
  if (checked.success) return checked.output.differences.length + checked.output.overdue.length > 0;
  return (
    compared.success && compared.output.unmatched.some(({ kind }) => kind !== 'unaskable' && kind !== 'unconfirmed')
  );
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
      `${product_name}  ${uuid}  (${limits.min_quantity} to ${limits.max_quantity} together)`,
      ...choices.map(
        ({ id, name, add_cost, min, max }) => `  --option ${id}=…  ${name}, ¥${yenDigits(add_cost)}, ${min} to ${max}`,
      ),
      day === null ? '  no seats in the next 60 days' : `  ${day}`,
      ...time_spans.map(({ id, state, remaining, reservation_from }) => {
        const at = new Date(reservation_from).toLocaleTimeString('en-GB', {
          timeZone: 'Asia/Tokyo',
          timeStyle: 'short',
        });
        return `    --slot ${id}  ${at}  ${state}, ${remaining} left`;
      }),
    ],
  );
  return lines.join('\n');
};
