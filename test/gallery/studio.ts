import { startOwnShop } from '#test/browser/kit/host.ts';
import { openLane } from '#test/browser/kit/lane.ts';
import { type Develop, type Shot, walkJob } from './camera.ts';
import { nameOf } from './plan.ts';
import type { Job } from './walks.ts';

/** What became of the jobs: pictures, and walks that broke off with the reason. */
export type Taken = { shots: Shot[]; broken: string[] };

/** In: pictures. Out: a line for everything that is wrong with one of them. */
export const foundIn = (shots: readonly Shot[]): string[] =>
  shots.flatMap((shot) => shot.findings.map((finding) => `${nameOf(shot)}: ${finding}`));

/** Takes a job's pictures in a shop and a browser of its own: what happens on a walk is seen on no other. */
export const walkAlone = async (job: Job, develop: Develop, scale: number): Promise<Shot[]> => {
  const shop = await startOwnShop();
  const lane = await openLane(shop);
  return walkJob({ shop, lane, scale }, job, develop).finally(lane.close);
};

/** What broke off, without what a browser has to say about itself. */
const whyOf = (thrown: unknown): string => String(thrown).split('\n').slice(0, 3).join(' ');

/**
 * Walks all jobs, several at a time, the longest first; what breaks off on a busy machine gets a second try.
 *
 * @param develop what is made of each page, while it is shown as the picture wants it
 * @param scale dots for a CSS pixel
 * @param hands how many walk at the same time
 */
export const walkAll = async (jobs: readonly Job[], develop: Develop, scale: number, hands = 2): Promise<Taken> => {
  const waiting = [...jobs];
  const taken: Taken = { shots: [], broken: [] };
  const work = async () => {
    for (let job = waiting.shift(); job; job = waiting.shift()) {
      const { name } = job;
      const again = (thrown: unknown) => {
        console.log(`${name} is walked once more: ${whyOf(thrown)}`);
        return walkAlone(job, develop, scale);
      };
      const shots = await walkAlone(job, develop, scale)
        .catch(again)
        .catch((thrown: unknown) => {
          taken.broken.push(`${name}: ${whyOf(thrown)}`);
          return [];
        });
      taken.shots.push(...shots);
      console.log(`${name}: ${shots.length} pictures`);
      for (const line of foundIn(shots)) console.log(line);
    }
  };
  await Promise.all(Array.from({ length: hands }, work));
  return taken;
};
