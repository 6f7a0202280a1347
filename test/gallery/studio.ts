import { startOwnShop } from '#test/browser/kit/host.ts';
import { openLane } from '#test/browser/kit/lane.ts';
import { type ProcessPage, type Shot, walkJob } from './camera.ts';
import { nameOf } from './plan.ts';
import type { Job } from './walks.ts';

/** Results of jobs: pictures, and the reasons of walks that failed. */
export type Taken = { shots: Shot[]; broken: string[] };

/** A line for each finding in the pictures. */
export const foundIn = (shots: readonly Shot[]): string[] =>
  shots.flatMap((shot) => shot.findings.map((finding) => `${nameOf(shot)}: ${finding}`));

/** Runs a job in its own shop and browser, so that it does not affect other walks. */
export const walkAlone = async (job: Job, processPage: ProcessPage, scale: number): Promise<Shot[]> => {
  const shop = await startOwnShop();
  const lane = await openLane(shop);
  return walkJob({ shop, lane, scale }, job, processPage).finally(lane.close);
};

/** The first lines of an error, without the browser's log. */
const whyOf = (thrown: unknown): string => String(thrown).split('\n').slice(0, 3).join(' ');

/**
 * Runs all jobs, several at a time, the longest first.
 *
 * @param processPage processes each page while it is shown in the picture's mode
 * @param scale device pixel ratio
 */
export const walkAll = async (jobs: readonly Job[], processPage: ProcessPage, scale: number): Promise<Taken> => {
  const waiting = [...jobs];
  const taken: Taken = { shots: [], broken: [] };
  const work = async () => {
    for (let job = waiting.shift(); job; job = waiting.shift()) {
      const { name } = job;
      const shots = await walkAlone(job, processPage, scale).catch((thrown: unknown) => {
        taken.broken.push(`${name}: ${whyOf(thrown)}`);
        return [];
      });
      taken.shots.push(...shots);
      console.log(`${name}: ${shots.length} pictures`);
      for (const line of foundIn(shots)) console.log(line);
    }
  };
  await Promise.all(Array.from({ length: 2 }, work));
  return taken;
};
