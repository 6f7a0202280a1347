import { allMutants, judgeSelected } from '@ticket-store/chart-tools/mutants/judge-selected.ts';
import { isSurvivor, type Judged, scoreText } from '@ticket-store/chart-tools/mutants/score.ts';
import { describe, expect, it } from 'vitest';
import { seed } from '#test/tools/sample.ts';

/** How many of them a run without FULL=1 judges. */
const few = 6;
/**
 * The share that has to be noticed. Properties judge the losses of a visitor and not each transition, so a quarter may survive; a
 * sample is small, so its bar leaves room for chance.
 */
const bar = process.env.FULL ? 0.75 : 0.3;
/** The largest share that may be equal to the chart as it is, of all charts together. */
const maxEqualShare = process.env.FULL ? 0.05 : 1;
/** ONLY=coupon judges all whose name contains it. */
const only = process.env.ONLY;
const selection = only ? { only } : process.env.FULL ? {} : { sample: few, seed };

describe('the charts with a fault', () => {
  it('have mutants of different names', () => {
    expect(new Set(allMutants.map(({ id }) => id)).size).toBe(allMutants.length);
  });

  it('are noticed by walks that are planned from them', async () => {
    const judged: Judged[] = [];
    for await (const one of judgeSelected(selection)) judged.push(one);
    console.log(`${judged.length} of ${allMutants.length} mutants\n${scoreText(judged)}`);
    const real = judged.filter((one) => one.killed !== null || isSurvivor(one));
    const killed = real.filter((one) => one.killed !== null).length;
    expect(killed / Math.max(1, real.length), 'share of faults that are noticed').toBeGreaterThanOrEqual(bar);
    expect(1 - real.length / judged.length, 'share that is no fault').toBeLessThanOrEqual(maxEqualShare);
  });
});
