import { setTimeout as pause } from 'node:timers/promises';
import type { Failpoint } from 'ticket-store/server/shared/failpoints.ts';
import { type ServerProcess, temporaryFolder } from 'ticket-store/test/api/kit/process.ts';
import { chanceOf } from '../race/chance.ts';
import { brokenPromises, mailFaults, refundedBeforeMail, waitUntilReconciled } from './accounts.ts';
import { bareStart, idleSeconds } from './bare.ts';
import { type CrowdRecord, newRecord, type Promised, startCrowd } from './buyers.ts';
import { responseTimeout } from './client.ts';
import { type CrashFixture, type CrashPoint, letTimePass } from './fixture.ts';

/**
 * Limits in ms until the shop works again, and until it has drained (docs/architecture.md#bar-kill,
 * docs/architecture.md#bar-stop).
 */
const backWithin = 5_000;
const drainsWithin = 10_000;

/** Results of some kills; `hits` are the failpoints at which the process died. */
export type Round = {
  what: string;
  hits: readonly Failpoint[];
  backMs: number;
  cleanMs: number;
  record: CrowdRecord;
  faults: string[];
};

/** State of the whole run. */
export type Run = {
  fixture: CrashFixture;
  seed: number;
  atOnce: number;
  /**
   * How many times slower than an idle machine this one starts a bare database; the shop's limits are scaled by it. Null: times are
   * not judged, since the machine is shared.
   */
  slowness: number | null;
  promises: Promised[];
  kills: number;
};

/** Measured at the beginning, before any shop runs. */
export const slownessOf = async (): Promise<number> => {
  const { folder, remove } = temporaryFolder();
  await bareStart(folder);
  const seconds = await bareStart(folder);
  remove();
  return Math.max(1, seconds / idleSeconds);
};

export const until = async (isSo: () => boolean | Promise<boolean>, ms: number): Promise<boolean> => {
  for (const began = Date.now(); Date.now() - began < ms; await pause(20)) if (await isSo()) return true;
  return isSo();
};

/** Restarts the shop at once; returns it and the ms until it responds. */
const restart = async (
  fixture: CrashFixture,
  failpoint?: CrashPoint,
): Promise<{ server: ServerProcess; ms: number }> => {
  const began = Date.now();
  const server = await fixture.start(failpoint);
  /* It may have died again already. */
  await fetch(`${server.url}/healthz`).catch(() => null);
  return { server, ms: Date.now() - began };
};

/** Times over the limit are compared with the machine's current slowness, which is only measured when needed. */
const lateFaults = async (run: Run, times: readonly number[]): Promise<string[]> => {
  const ms = Math.max(0, ...times);
  if (run.slowness === null || ms <= backWithin * run.slowness) return [];
  run.slowness = Math.max(run.slowness, await slownessOf());
  return ms > backWithin * run.slowness
    ? [`served again after ${ms} ms, on a machine ${run.slowness.toFixed(1)} times slower`]
    : [];
};

/** Stops the shop gracefully and returns the faults. */
export const drain = async (server: ServerProcess, { slowness }: Run): Promise<{ ms: number; faults: string[] }> => {
  const began = Date.now();
  const code = await server.end('SIGTERM');
  const ms = Date.now() - began;
  return {
    ms,
    faults: [
      ...(code === 0 ? [] : [`SIGTERM ended with ${code}: ${server.output().slice(-400)}`]),
      ...(slowness !== null && ms > drainsWithin ? [`SIGTERM took ${ms} ms`] : []),
    ],
  };
};

/** Checks money, responses and faults after the crowd is done. */
export const settle = async ({ fixture, promises, slowness }: Run, record: CrowdRecord) => {
  const clean = await waitUntilReconciled(fixture, slowness === null ? responseTimeout : undefined);
  const broken = await brokenPromises(fixture, record);
  promises.push(...record.promises);
  return { cleanMs: clean.ms, faults: [...clean.faults, ...broken, ...record.faults, ...record.stats.faults] };
};

/** Failpoints that are only reached after something was abandoned, which happens first. */
const needsAbandoned: readonly Failpoint[] = ['hold_expired', 'abandoned_asked'];

const abandonSome = async (run: Run): Promise<string[]> => {
  const record = newRecord();
  const server = await run.fixture.start();
  const finish = startCrowd(run.fixture, record, { seed: run.seed + 77, atOnce: run.atOnce });
  await until(() => record.visits >= 2 * run.atOnce, 20_000);
  await finish();
  run.promises.push(...record.promises);
  return [...record.faults, ...(await drain(server, run)).faults];
};

/** The next failpoint, and at which passing it triggers. */
const pointOf = ({ seed }: Run, name: Failpoint): CrashPoint =>
  `${name}:${needsAbandoned.includes(name) ? 1 : 1 + chanceOf(seed + name.length).below(3)}`;

/**
 * Runs the shop until it dies at one failpoint, restarts it until it dies at the next, and checks everything after the last. No
 * shop runs before and after.
 */
export const crashAt = async (run: Run, names: readonly Failpoint[]): Promise<Round> => {
  const { fixture, seed, atOnce } = run;
  const points = names.map((name) => pointOf(run, name));
  const faults = names.some((name) => needsAbandoned.includes(name)) ? await abandonSome(run) : [];
  await letTimePass(fixture);
  let server = await fixture.start(points[0]);
  const record = newRecord();
  const finish = startCrowd(fixture, record, { seed: seed + names.join().length, atOnce });
  const times: number[] = [];
  const hits: Failpoint[] = [];
  for (const [index, name] of names.entries()) {
    const { output, end } = server;
    if (await until(() => output().includes(`failpoint ${name}`), responseTimeout)) hits.push(name);
    else faults.push(`never reached ${points[index]}`);
    await end('SIGKILL');
    run.kills += 1;
    const back = await restart(fixture, points[index + 1]);
    server = back.server;
    times.push(back.ms);
  }
  await finish();
  const settled = await settle(run, record);
  const drained = await drain(server, run);
  faults.push(...(await lateFaults(run, times)), ...settled.faults, ...drained.faults);
  return { what: points.join(', '), hits, backMs: Math.max(...times), cleanMs: settled.cleanMs, record, faults };
};

/**
 * Kills the shop repeatedly while the crowd uses it, and checks everything after every tenth kill. No shop runs before and after.
 */
export const killAtRandom = async (run: Run, kills: number, report: (round: Round) => void): Promise<void> => {
  const { fixture, seed, atOnce } = run;
  const chance = chanceOf(seed);
  await letTimePass(fixture);
  let { server } = await restart(fixture);
  for (let done = 0; done < kills; ) {
    const record = newRecord();
    const finish = startCrowd(fixture, record, { seed: seed + done, atOnce });
    const times: number[] = [];
    for (let one = 0; one < 10 && done < kills; one += 1, done += 1) {
      await pause(200 + chance.below(1_500));
      await server.end('SIGKILL');
      run.kills += 1;
      const back = await restart(fixture);
      server = back.server;
      times.push(back.ms);
    }
    await finish();
    const settled = await settle(run, record);
    const backMs = Math.max(...times);
    report({
      what: `${times.length} kills`,
      hits: [],
      backMs,
      record,
      ...settled,
      faults: [...(await lateFaults(run, [backMs])), ...settled.faults],
    });
  }
  const { faults } = await drain(server, run);
  if (faults.length > 0) report({ what: 'the end', hits: [], backMs: 0, cleanMs: 0, record: newRecord(), faults });
};

/**
 * Stops the first shop gracefully while the crowd uses it, and measures the ms until it has drained. Other shops continue and
 * nobody may be cut off; a single shop is restarted at once. No shop runs before and after.
 */
export const drainUnderLoad = async (run: Run): Promise<Round & { drainMs: number }> => {
  const { fixture, seed, atOnce } = run;
  await letTimePass(fixture);
  const servers: ServerProcess[] = [];
  for (const index of fixture.shops.keys()) servers.push(await fixture.start(undefined, index));
  const record = newRecord();
  const finish = startCrowd(fixture, record, { seed: seed + 1, atOnce });
  await until(() => record.visits >= 2 * atOnce, 20_000);
  const [first, ...others] = servers;
  const drained = first ? await drain(first, run) : { ms: 0, faults: ['no shop'] };
  const back = await restart(fixture);
  await finish();
  const settled = await settle(run, record);
  const ends = [];
  for (const server of [back.server, ...others]) ends.push(...(await drain(server, run)).faults);
  const faults = [...drained.faults, ...(await lateFaults(run, [back.ms])), ...settled.faults, ...ends];
  return { what: 'SIGTERM', hits: [], backMs: back.ms, cleanMs: settled.cleanMs, drainMs: drained.ms, record, faults };
};

/**
 * Lets the last mails be sent; returns lost mails, and mails sent twice more often than there were kills. No shop runs before and
 * after.
 */
export const lastMails = async ({ fixture, promises, kills }: Run): Promise<string[]> => {
  await letTimePass(fixture);
  const superseded = await refundedBeforeMail(fixture);
  const faults = () => mailFaults(fixture, { promises, kills, superseded });
  const server = await fixture.start();
  await until(() => faults().length === 0, responseTimeout);
  await server.end('SIGTERM');
  return faults();
};
