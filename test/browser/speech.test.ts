import '#test/api/kit/day.ts';
import { describe, expect, it } from 'vitest';
import { langs } from '#src/domain/lang.ts';
import { sampled } from '#test/tools/sample.ts';
import { openFixture } from './kit/fixture.ts';
import { listenToPurchase, partsOf, referenceLangs, referenceOf } from './kit/speech-purchase.ts';

const { lane } = await openFixture();

/** `npm run tool -- speech` writes the references anew (test/README.md). */
describe('what a screen reader has to speak in a purchase', () => {
  it.each(sampled('what is spoken', [[...referenceLangs]]))('is as in the reference, in %s', async (lang) => {
    expect(await listenToPurchase(lane, lang)).toBe(referenceOf(lang));
  });

  const others = langs.filter((lang) => !referenceLangs.some((one) => one === lang));
  it.each(sampled('parts of what is spoken', [others]))('has the parts of the Japanese one, in %s', async (lang) => {
    expect(partsOf(await listenToPurchase(lane, lang))).toBe(partsOf(referenceOf('ja')));
  });
});
