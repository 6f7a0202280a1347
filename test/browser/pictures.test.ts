import '#test/api/kit/day.ts';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { allowed, differ, shrink } from '#test/gallery/compare.ts';
import { captureForComparison, compared, referenceOf, report, scale } from '#test/gallery/references.ts';
import { walkAlone } from '#test/gallery/studio.ts';
import { jobsOf } from '#test/gallery/walks.ts';
import { sampled } from '#test/tools/sample.ts';

/** Compares screens with the accepted pictures; `npm run tool -- gallery --accept` accepts the current ones (test/README.md). */

/** A page of grey lines on white, in which one line can be moved and the colours shifted. */
const page = ({ height = 600, moved = 0, off = 0 } = {}): Buffer => {
  const png = new PNG({ width: 400, height });
  png.data.fill(255);
  for (let line = 0; line < 20; line += 1)
    for (let row = 0; row < 12; row += 1) {
      const start = ((line * 28 + row + (line === 7 ? moved : 0)) * png.width + 20) * 4;
      for (let x = 0; x < 280; x += 1) png.data.fill(90 + off, start + x * 4, start + x * 4 + 3);
    }
  return shrink(PNG.sync.write(png));
};

describe('the comparison', () => {
  it('ignores small differences in font smoothing', () => {
    expect(differ(page(), page()).share).toBe(0);
    expect(differ(page(), page({ off: 12 })).share).toBeLessThanOrEqual(allowed);
  });

  it('detects a line of text moved by four pixels, and another height', () => {
    expect(differ(page(), page({ moved: 4 })).share).toBeGreaterThan(allowed);
    expect(differ(page(), page({ height: 620 })).share).toBe(1);
  });
});

describe('screens match the accepted pictures', () => {
  it.each(sampled('pictures', [jobsOf(compared)]))('$name', async (job) => {
    const others: string[] = [];
    await walkAlone(
      job,
      async (visitor, picture) => {
        const now = await captureForComparison(visitor);
        const { share, difference } = differ(referenceOf(picture), now);
        if (share <= allowed) return;
        report(picture, now, difference);
        others.push(`${picture.scene} in ${picture.lang}, ${picture.mode}: ${(share * 100).toFixed(2)} % differ`);
      },
      scale,
    );
    expect(others, 'see reports/pictures').toEqual([]);
  });
});
