/**
 * `npm run tool -- load conformance --url https://…`: checks any server that implements the contract (src/api/contract) by its calls alone,
 * and prints a table of the results. test/api/conformance.test.ts checks our own server against the same requirements.
 */
import { writeFileSync } from 'node:fs';
import { apiPrefix } from 'ticket-store/src/api/contract/index.ts';
import { langOf, langs } from 'ticket-store/src/domain/lang.ts';
import { parseOptions } from 'ticket-store/test/tools/parse-options.ts';
import type { RunOptions } from './conformance/context.ts';
import { examine } from './conformance/run.ts';
import { sumOf, tableOf } from './conformance/table.ts';

const help = `npm run tool -- load conformance --url https://tickets.example     checks the server at <url>${apiPrefix}/… ; a site of several by its path
  --lang ${langs.join(' | ')}          in this language; default: the server's own
  --coupon CODE                           one that counts for what is on sale: it is applied and taken away
  --card-sandbox URL                      a sandbox that speaks Stripe's protocol (as packages/sandbox) behind the server: tickets are bought
                                          and stay bought; where GET /configurations names its own, that one
  --refused-coupon CODE=REASON            coupons that are refused, and by which code (coupon_expired …)
  --malformed 300 --seed 1                how many malformed requests, drawn by which seed
  --json FILE                             writes the rows into a file as well
Orders it takes are cancelled; for a moment it takes all seats of one timespan that has at most 30 left.
Exit code: 0 all that was seen holds, 1 something fails, 2 there is no such server.`;

const fail = (message: string): never => {
  console.error(message);
  process.exit(2);
};

const text = { type: 'string' } as const;
const { values } = parseOptions({
  options: {
    ...{ url: text, lang: text, coupon: text, 'card-sandbox': text, json: text },
    'refused-coupon': { ...text, multiple: true, default: [] as string[] },
    malformed: { ...text, default: '300' },
    seed: { ...text, default: '1' },
    help: { type: 'boolean' },
  },
});
if (values.help) {
  console.log(help);
  process.exit(0);
}
const url = values.url && URL.canParse(values.url) ? values.url : fail(`Which server? Give --url.\n\n${help}`);
const lang = langOf(values.lang);
const [count, seed] = [Number(values.malformed), Number(values.seed)];
if (values.lang && !lang) fail(`There is no language ${values.lang}. There are: ${langs.join(', ')}.`);
if (!(count >= 0 && Number.isInteger(seed))) fail(`--malformed and --seed are numbers.\n\n${help}`);

const refusedCoupons = Object.fromEntries(
  values['refused-coupon'].map(
    (pair) => /^([^=]+)=(coupon_\w+)$/.exec(pair)?.slice(1) ?? fail(`--refused-coupon ${pair}?\n\n${help}`),
  ),
);
const input: RunOptions = {
  refusedCoupons,
  malformed: { count, seed },
  ...(lang && { lang }),
  ...(values.coupon && { coupon: values.coupon }),
  ...(values['card-sandbox'] && { cardSandbox: values['card-sandbox'].replace(/\/+$/, '') }),
};

/** Why the address does not serve the contract at all, or null. */
const whyNot = async (): Promise<string | null> => {
  try {
    const reply = await fetch(`${url.replace(/\/+$/, '')}${apiPrefix}/langs`, { signal: AbortSignal.timeout(10_000) });
    const isJson = /\bjson\b/.test(reply.headers.get('content-type') ?? '');
    return isJson
      ? null
      : `At ${reply.url} there is something, but no API: it answers ${reply.status} ${reply.headers.get('content-type')}.`;
  } catch {
    return `No server answers at ${url}.`;
  }
};

const reason = await whyNot();
if (reason) fail(reason);
const began = performance.now();
const rows = await examine(url, input);
console.log(`${url}\n\n${tableOf(rows)}\n`);
if (values.json) writeFileSync(values.json, `${JSON.stringify({ url, rows }, null, 2)}\n`);
console.log(`(${((performance.now() - began) / 1000).toFixed(1)} s)`);
console.log(sumOf(rows));
process.exitCode = rows.some(({ is }) => is === 'fails') ? 1 : 0;
