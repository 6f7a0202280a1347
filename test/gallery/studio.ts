import { startOwnShop } from '#test/browser/kit/host.ts';
import { openLane } from '#test/browser/kit/lane.ts';
import { type ProcessPage, type Shot, walkJob } from './camera.ts';
import { nameOf } from './plan.ts';
import type { Job } from './walks.ts';

/** A line for each finding in the pictures. */
export const foundIn = (shots: readonly Shot[]): string[] =>
  shots.flatMap((shot) => shot.findings.map((finding) => `${nameOf(shot)}: ${finding}`));

/** Runs a job in its own shop and browser, so that it does not affect other walks; `scale` is the device pixel ratio. */
export const walkAlone = async (job: Job, processPage: ProcessPage, scale: number): Promise<Shot[]> => {
  const shop = await startOwnShop();
  const lane = await openLane(shop);
  return walkJob({ shop, lane, scale }, job, processPage).finally(lane.close);
};
