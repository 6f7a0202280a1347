import { choiceOf, newKey } from 'ticket-store/test/api/kit/buyer.ts';
import { sendTo } from 'ticket-store/test/api/kit/call.ts';
import type { ServerProcess } from 'ticket-store/test/api/kit/process.ts';
import { accountFaults } from '../crash/accounts.ts';
import { newRecord, startCrowd } from '../crash/buyers.ts';
import { responseTimeout } from '../crash/client.ts';
import type { CrashFixture } from '../crash/fixture.ts';
import { drain, lastMails, type Run, settle, slownessOf, until } from '../crash/run.ts';

/** Limits in ms: until the shop works again after a fault, and until any request is answered. */
const bars = { recovery: 5_000, answer: 15_000 };

/** Results of a run. */
export type Figures = {
  injected: number;
  visits: number;
  paid: number;
  answers: number;
  unavailable: number;
  longestAnswer: number;
  longestRecovery: number;
  /** Everything that is wrong. */
  differences: string[];
};

/** `isTimed`: whether times are judged, which needs a machine that does nothing else. */
export type Options = { seed: number; atOnce: number; isTimed: boolean; log?: (line: string) => void };

/** A fault with its scene already bound. */
export type BoundFault = { name: string; inject: () => Promise<unknown> };

/** Milliseconds until every shop is ready and accepts an order; null after `limit` ms. */
const recovery = async (fixture: CrashFixture, limit: number): Promise<number | null> => {
  const began = Date.now();
  for (const { url } of fixture.shops) {
    const serves = async () => {
      if ((await fetch(`${url}/readyz`)).status !== 200) return false;
      const body = choiceOf(fixture.spans[0] ?? '', 1);
      return (await sendTo(url)('createOrder', { body, key: newKey() })).status === 200;
    };
    if (!(await until(() => serves().catch(() => false), limit))) return null;
  }
  return Date.now() - began;
};

/** Errors that a server logged, except that its database was unavailable. */
const errorsOf = (server: ServerProcess): string[] =>
  server
    .output()
    .split('\n')
    .filter((line) => line.includes('"level":"error"') && !/"event":"(database_away|disk_full)"/.test(line));

/** Times over the limit are scaled by the machine's slowness, which is only measured when needed. */
const lateFaults = async (recovered: number, answered: number): Promise<string[]> => {
  if (recovered <= bars.recovery && answered <= bars.answer) return [];
  const slowness = await slownessOf();
  return [
    ...(recovered > bars.recovery * slowness ? [`served again after ${recovered} ms`] : []),
    ...(answered > bars.answer * slowness ? [`a request took ${answered} ms`] : []),
  ];
};

/**
 * Injects faults one after another while visitors buy, then checks that every request was answered, no process ended, and every
 * 2xx response holds true.
 */
export const runChaos = async (
  fixture: CrashFixture,
  faults: readonly BoundFault[],
  { seed, atOnce, isTimed, log = () => {} }: Options,
): Promise<Figures> => {
  const limit = isTimed ? 30_000 : responseTimeout;
  const run: Run = { fixture, seed, atOnce, slowness: isTimed ? 1 : null, promises: [], kills: faults.length * atOnce };
  const servers: ServerProcess[] = [];
  for (const index of fixture.shops.keys()) servers.push(await fixture.start(undefined, index));
  const record = newRecord();
  const finish = startCrowd(fixture, record, { seed, atOnce });
  const differences: string[] = [];
  let longestRecovery = 0;
  for (const { name, inject } of faults) {
    const before = record.visits;
    await until(() => record.visits > before + atOnce, 20_000);
    const { unavailable } = record.stats;
    await inject();
    const ms = await recovery(fixture, limit);
    longestRecovery = Math.max(longestRecovery, ms ?? limit);
    if (ms === null) differences.push(`${name}: does not serve again after ${limit / 1_000} s`);
    log(`${name}: serves again after ${ms} ms, ${record.stats.unavailable - unavailable} requests were answered 503`);
  }
  await finish();
  const { refused, cut, longestWait, answers, unavailable } = record.stats;
  if (refused + cut > 0) differences.push(`${refused} requests were refused and ${cut} not answered`);
  const settled = await settle(run, record);
  for (const server of servers) differences.push(...errorsOf(server), ...(await drain(server, run)).faults);
  differences.push(
    ...(isTimed ? await lateFaults(longestRecovery, longestWait) : []),
    ...settled.faults,
    ...(await lastMails(run)),
    ...(await accountFaults(fixture)),
  );
  return {
    injected: faults.length,
    visits: record.visits,
    paid: record.promises.filter(({ status }) => status === 'paid').length,
    answers,
    unavailable,
    longestAnswer: longestWait,
    longestRecovery,
    differences: [...new Set(differences)],
  };
};

/** The figures in one line. */
export const lineOf = (figures: Figures): string =>
  `${figures.injected} faults injected; ${figures.visits} visits, ${figures.paid} paid; ${figures.answers} requests answered, ` +
  `${figures.unavailable} of them 503; longest answer ${figures.longestAnswer} ms; ` +
  `served again in ${figures.longestRecovery} ms at most; ${figures.differences.length} differences`;
