/**
 * `npm run tool -- load crash`: kills the server at every failpoint (`server/shared/failpoints.ts`) and at random moments while
 * twenty visitors buy, cancel, change dates (to a dearer slot by a payment) and get refunds; the payment sandbox and the mail
 * server keep running. After each kill the shop must work again, every 2xx response must still hold, money and orders must agree,
 * nobody may be charged twice and no mail may be lost. Runs on a folder, or on a new database on DATABASE_URL's server; there also
 * with two shops, one of which is stopped gracefully.
 */
import { type Failpoint, failpoints } from 'ticket-store/server/shared/failpoints.ts';
import { parseOptions } from 'ticket-store/test/tools/parse-options.ts';
import { accountFaults } from './crash/accounts.ts';
import { openCrashFixture } from './crash/fixture.ts';
import { crashAt, drainUnderLoad, killAtRandom, lastMails, type Round, type Run, slownessOf } from './crash/run.ts';

const help = `npm run tool -- load crash [--at <place,place>] [--kills 50] [--seed 1] [--at-once 20]
  --at     only these failpoints, by comma; "none" for none. All: ${failpoints.join(', ')}
  --kills  how often it is killed at random moments`;

const { values } = parseOptions({
  options: {
    at: { type: 'string' },
    kills: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    'at-once': { type: 'string', default: '20' },
    help: { type: 'boolean' },
  },
});
const [kills, seed, atOnce] = [values.kills, values.seed, values['at-once']].map(Number);
const wanted = values.at === undefined ? [...failpoints] : values.at.split(',').filter((entry) => entry !== 'none');
const points = wanted.flatMap((entry): Failpoint[] => failpoints.filter((name) => name === entry));
if (values.help || !seed || !atOnce || !(Number(kills) >= 0) || points.length !== wanted.length) {
  console.log(help);
  process.exit(values.help ? 0 : 2);
}

const isPostgres = process.env.DATABASE_URL !== undefined;
console.log(`${isPostgres ? 'PostgreSQL' : 'PGlite in a folder'}: ${atOnce} visitors at once, seed ${seed}\n`);
const began = Date.now();
const fixture = await openCrashFixture(isPostgres ? 2 : 1);
const run: Run = { fixture, seed, atOnce, slowness: await slownessOf(), promises: [], kills: 0 };
const rounds: Round[] = [];

/** Number of consecutive kills before everything is checked. */
const together = 3;

const report = (round: Round, more = ''): void => {
  rounds.push(round);
  const { what, backMs, cleanMs, record, faults } = round;
  const { refused, cut, retries } = record.stats;
  const requests = `${refused} refused, ${cut} cut, ${retries} answered with a retry`;
  console.log(
    `${faults.length === 0 ? 'right' : 'WRONG'}  ${what} ${more}served again after ${backMs} ms, reconciled after ${cleanMs} ms; ${record.visits} visits, ${requests}`,
  );
  for (const fault of new Set(faults)) console.log(`       ${fault}`);
};

let rest: string[] = [];
try {
  for (let at = 0; at < points.length; at += together) report(await crashAt(run, points.slice(at, at + together)));
  if (kills) await killAtRandom(run, kills, report);
  const drained = await drainUnderLoad(run);
  report(drained, `drained in ${drained.drainMs} ms, `);
  rest = [...(await lastMails(run)), ...(await accountFaults(fixture))];
} finally {
  await fixture.close();
}
for (const fault of rest) console.log(`WRONG  ${fault}`);

const worst = (of: (round: Round) => number) => Math.max(0, ...rounds.map(of));
const bad = rounds.filter(({ faults }) => faults.length > 0).length + rest.length;
const paid = run.promises.filter(({ status }) => status === 'paid').length;
console.log(
  `\n${run.kills} kills, ${new Set(rounds.flatMap(({ hits }) => hits)).size} of ${points.length} failpoints hit; ` +
    `${run.promises.length} orders confirmed, ${paid} of them paid; served again in ${worst(({ backMs }) => backMs)} ms at most, ` +
    `reconciled in ${worst(({ cleanMs }) => cleanMs)} ms at most; ${bad} faults, ${Math.round((Date.now() - began) / 1000)} s`,
);
process.exitCode = bad > 0 ? 1 : 0;
