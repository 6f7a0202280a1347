import '#test/api/kit/day.ts';
import { describe, expect, it } from 'vitest';
import { langs } from '#src/domain/lang.ts';
import { sampled } from '#test/tools/sample.ts';
import { openFixture } from './kit/fixture.ts';
import { listenToPurchase, referenceOf } from './kit/speech-purchase.ts';

const { lane } = await openFixture();

/** `npm run tool -- speech` rewrites the references (test/README.md). */
describe('the announcements of a screen reader in a purchase', () => {
  it.each(sampled('what is spoken', [[...langs]]))('is as in the reference, in %s', async (lang) => {
    expect(await listenToPurchase(lane, lang)).toBe(referenceOf(lang));
  });
});
