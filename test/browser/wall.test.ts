import { describe, expect, it } from 'vitest';
import { langs } from '#src/domain/lang.ts';
import { openFixture } from './kit/fixture.ts';

/** An unattended wall screen (docs/product.md#screen-signage), with a controlled clock. */
const { lane } = await openFixture();

describe('the wall screen', () => {
  it.each(langs)('keeps times and seats within their column: %s', async (lang) => {
    const visitor = await lane.visit({ lang, context: { viewport: { width: 1920, height: 1080 } } });
    await visitor.open('#/signage/today-ticket-info');
    await visitor.at('signage.showing');
    const rows = visitor.page.locator('.wall li');
    await rows.first().waitFor();
    const beyond = await rows.evaluateAll((all) =>
      all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ textContent }) => textContent),
    );
    expect(beyond).toEqual([]);
  });
});
