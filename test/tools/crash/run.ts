import { setTimeout as pause } from 'node:timers/promises';
import type { Failpoint } from '#server/failpoints.ts';
import { bareStart, quiet } from '#test/api/kit/bare.ts';
import { type ServerProcess, temporaryFolder } from '#test/api/kit/process.ts';
import { chanceOf } from '#test/tools/race/chance.ts';
import { brokenPromises, cleanAgain, mailFaults, refundedBeforeMail } from './accounts.ts';
import { type Notes, newNotes, type Promised, startCrowd } from './buyers.ts';
import { type Ground, letTimePass } from './ground.ts';

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
  notes: Notes;
  faults: string[];
};

/** State of the whole run. */
export type Run = {
  ground: Ground;
  seed: number;
  atOnce: number;
  /** How many times slower than an idle machine this one starts a bare database; the shop's limits are scaled by it. */
  slowness: number;
  promises: Promised[];
  kills: number;
};

/** Measured at the beginning, when nothing of ours is running. */
export const slownessOf = async (): Promise<number> => {
  const { folder, remove } = temporaryFolder();
  await bareStart(folder);
  const seconds = await bareStart(folder);
  remove();
  return Math.max(1, seconds / quiet.again);
};

const until = async (isSo: () => boolean, ms: number): Promise<boolean> => {
  for (const began = Date.now(); Date.now() - began < ms; await pause(20)) if (isSo()) return true;
  return isSo();
};

/** Restarts the shop at once; returns it and the ms until it responds. */
const comeBack = async (
  ground: Ground,
  { failpoint }: { failpoint?: `${Failpoint}:${number}` | undefined } = {},
): Promise<{ server: ServerProcess; ms: number }> => {
  const began = Date.now();
  const server = await ground.start(failpoint);
  /* It may have died again already. */
  await fetch(`${server.url}/healthz`).catch(() => null);
  return { server, ms: Date.now() - began };
};
/** Times over the limit are compared with the machine's current slowness, which is only measured when needed. */
const lateFaults = async (run: Run, times: readonly number[]): Promise<string[]> => {
  const ms = Math.max(0, ...times);
  if (ms <= backWithin * run.slowness) return [];
  run.slowness = Math.max(run.slowness, await slownessOf());
  return ms > backWithin * run.slowness
    ? [`served again after ${ms} ms, on a machine ${run.slowness.toFixed(1)} times slower`]
    : [];
};

/** Stops the shop gracefully and returns what was wrong with it. */
export const drain = async (server: ServerProcess): Promise<{ ms: number; faults: string[] }> => {
  const began = Date.now();
  const code = await server.end('SIGTERM');
  const ms = Date.now() - began;
  return {
    ms,
    faults: [
      ...(code === 0 ? [] : [`SIGTERM ended with ${code}: ${server.said().slice(-400)}`]),
      ...(ms > drainsWithin ? [`SIGTERM took ${ms} ms`] : []),
    ],
  };
};

/** Checks money, responses and faults after the crowd is done. */
export const settle = async ({ ground, promises }: Run, notes: Notes) => {
  const clean = await cleanAgain(ground);
  const broken = await brokenPromises(ground, notes);
  promises.push(...notes.promises);
  return { cleanMs: clean.ms, faults: [...clean.faults, ...broken, ...notes.faults, ...notes.met.faults] };
};

/** Failpoints that are only reached after something was abandoned, which happens first. */
const needsLeft: readonly Failpoint[] = ['hold_expired', 'abandoned_asked'];

const leaveSome = async (run: Run): Promise<string[]> => {
  const notes = newNotes();
  const server = await run.ground.start();
  const finish = startCrowd(run.ground, notes, { seed: run.seed + 77, atOnce: run.atOnce });
  await until(() => notes.lives >= 2 * run.atOnce, 20_000);
  await finish();
  run.promises.push(...notes.promises);
  return [...notes.faults, ...(await drain(server)).faults];
};

/** The next failpoint, and at which passing it triggers. */
const placeOf = ({ seed }: Run, name: Failpoint): `${Failpoint}:${number}` =>
  `${name}:${needsLeft.includes(name) ? 1 : 1 + chanceOf(seed + name.length).below(3)}`;

/**
 * Runs the shop until it dies at one failpoint, restarts it until it dies at the next, and checks everything after the last. No
 * shop runs before and after.
 */
export const crashAt = async (run: Run, names: readonly Failpoint[]): Promise<Round> => {
  const { ground, seed, atOnce } = run;
  const places = names.map((name) => placeOf(run, name));
  const faults = names.some((name) => needsLeft.includes(name)) ? await leaveSome(run) : [];
  await letTimePass(ground);
  let server = await ground.start(places[0]);
  const notes = newNotes();
  const finish = startCrowd(ground, notes, { seed: seed + names.join().length, atOnce });
  const times: number[] = [];
  const hits: Failpoint[] = [];
  for (const [index, name] of names.entries()) {
    const { said, end } = server;
    if (await until(() => said().includes(`failpoint ${name}`), 90_000)) hits.push(name);
    else faults.push(`never came by ${places[index]}`);
    await end('SIGKILL');
    run.kills += 1;
    const back = await comeBack(ground, { failpoint: places[index + 1] });
    server = back.server;
    times.push(back.ms);
  }
  await finish();
  const settled = await settle(run, notes);
  const drained = await drain(server);
  faults.push(...(await lateFaults(run, times)), ...settled.faults, ...drained.faults);
  return { what: places.join(', '), hits, backMs: Math.max(...times), cleanMs: settled.cleanMs, notes, faults };
};

/**
 * Kills the shop repeatedly while the crowd uses it, and checks everything after every tenth kill. No shop runs before and after.
 */
export const killAtRandom = async (run: Run, kills: number, told: (round: Round) => void): Promise<void> => {
  const { ground, seed, atOnce } = run;
  const chance = chanceOf(seed);
  await letTimePass(ground);
  let { server } = await comeBack(ground);
  for (let done = 0; done < kills; ) {
    const notes = newNotes();
    const finish = startCrowd(ground, notes, { seed: seed + done, atOnce });
    const times: number[] = [];
    for (let one = 0; one < 10 && done < kills; one += 1, done += 1) {
      await pause(200 + chance.below(1_500));
      await server.end('SIGKILL');
      run.kills += 1;
      const back = await comeBack(ground);
      server = back.server;
      times.push(back.ms);
    }
    await finish();
    const settled = await settle(run, notes);
    const backMs = Math.max(...times);
    told({
      what: `${times.length} kills`,
      hits: [],
      backMs,
      notes,
      ...settled,
      faults: [...(await lateFaults(run, [backMs])), ...settled.faults],
    });
  }
  const { faults } = await drain(server);
  if (faults.length > 0) told({ what: 'the end', hits: [], backMs: 0, cleanMs: 0, notes: newNotes(), faults });
};

/**
 * Stops the first shop gracefully while the crowd uses it, and measures the ms until it has drained. Other shops continue and
 * nobody may be cut off; a single shop is restarted at once. No shop runs before and after.
 */
export const drainUnderLoad = async (run: Run): Promise<Round & { drainMs: number }> => {
  const { ground, seed, atOnce } = run;
  await letTimePass(ground);
  const servers: ServerProcess[] = [];
  for (const index of ground.shops.keys()) servers.push(await ground.start(undefined, index));
  const notes = newNotes();
  const finish = startCrowd(ground, notes, { seed: seed + 1, atOnce });
  await until(() => notes.lives >= 2 * atOnce, 20_000);
  const [first, ...others] = servers;
  const drained = first ? await drain(first) : { ms: 0, faults: ['no shop'] };
  const back = await comeBack(ground);
  await finish();
  const settled = await settle(run, notes);
  const ends = [];
  for (const server of [back.server, ...others]) ends.push(...(await drain(server)).faults);
  const faults = [...drained.faults, ...(await lateFaults(run, [back.ms])), ...settled.faults, ...ends];
  return { what: 'SIGTERM', hits: [], backMs: back.ms, cleanMs: settled.cleanMs, drainMs: drained.ms, notes, faults };
};

/**
 * Lets the last mails be sent; returns lost mails, and mails sent twice more often than there were kills. No shop runs before and
 * after.
 */
export const lastMails = async ({ ground, promises, kills }: Run): Promise<string[]> => {
  await letTimePass(ground);
  const superseded = await refundedBeforeMail(ground);
  const faults = () => mailFaults(ground, { promises, kills, superseded });
  const server = await ground.start();
  await until(() => faults().length === 0, 60_000);
  await server.end('SIGTERM');
  return faults();
};
