import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureCodes, failures, failureText } from '#src/domain/failures.ts';
import { sampled } from '#test/tools/sample.ts';
import { fail } from './kit/failures.ts';
import { startOwnShop } from './kit/host.ts';
import { openLane } from './kit/lane.ts';
import { textPattern } from './kit/texts.ts';
import type { Visitor } from './kit/visitor.ts';

/**
 * Every row of the failure table (docs/product.md#failures) on screen: its text, its number if it is a dialog, and the way on.
 */
const shop = await startOwnShop();
const lane = await openLane(shop);
afterAll(lane.close);

/** The number in a failure's dialog (machines/shared/report-failure.ts). */
const numberOf = (code: keyof typeof failures): string => String(100 + failureCodes.indexOf(code));

/** The rows depend on their sequence; CI runs them in one language. */
describe.each(sampled('failures', [['ja', 'en'] as const]))('in %s', (lang) => {
  let visitor: Visitor;
  beforeAll(async () => {
    visitor = await lane.visit({ device: 'phone', lang });
  });
  afterAll(lane.closeContexts);

  it.each(failureCodes)('%s shows its message, and the visitor can continue', async (code) => {
    const { reach, place } = await fail(code, { visitor, shop, lang });
    const text = (await place.textContent()) ?? '';
    expect(text).toMatch(textPattern(lang, reach.textId ?? failureText(code), { code: reach.quotes ?? code }));
    if (['dialog', 'reset'].includes(failures[code]) && !reach.where)
      expect(text).toMatch(textPattern(lang, 'dialog_number', { number: numberOf(code) }));
    await reach.goOn({ visitor, shop, lang });
    await visitor.at(reach.leadsTo);
    expect(await visitor.state()).toBe(reach.leadsTo);
  });
});
