import '#test/api/kit/day.ts';
import { describe, expect, it } from 'vitest';
import { large } from '#test/gallery/plan.ts';
import { foundIn, walkAlone } from '#test/gallery/studio.ts';
import { jobsOf } from '#test/gallery/walks.ts';
import { sampled } from '#test/tools/sample.ts';

/** Every screen with text at 200 % in a window of 320 px, at 150 % and 200 % on a phone: nothing is cut off and nothing overlaps. */

describe('larger text', () => {
  it.each(sampled('large text', [jobsOf(large)]))('is legible: $name', async (job) => {
    expect(foundIn(await walkAlone(job, async () => undefined, 1))).toEqual([]);
  });
});
