import { describe, expect, it } from 'vitest';
import { langs } from '#src/domain/lang.ts';
import { openFixture } from './kit/fixture.ts';
import type { Visitor } from './kit/visitor.ts';

/** An unattended wall screen (docs/product.md#screen-signage), with a controlled clock. */
const { lane } = await openFixture();

const hour = 3_600_000;
/** More than the half minute between two requests (machines/signage). */
const look = 31_000;

/** Advances the clock, waiting for the real server's response to each request. */
const pass = async ({ page }: Visitor, time: number): Promise<void> => {
  for (let passed = 0; passed < time; passed += look) {
    const response = page.waitForResponse((reply) => reply.url().includes('/signage/today'));
    await page.clock.runFor(look);
    await (await response).finished();
  }
};

/** Size of the JavaScript heap after a garbage collection, and the number of DOM nodes. */
const weigh = async ({ page }: Visitor): Promise<{ heap: number; nodes: number }> => {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return { heap: usedSize, nodes: await page.evaluate(() => document.querySelectorAll('*').length) };
};

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

  it('does not leak memory: a week with FULL=1, else one hour', async () => {
    const visitor = await lane.visit({ lang: 'ja', context: { viewport: { width: 1920, height: 1080 } } });
    await visitor.page.clock.install();
    await visitor.open('#/signage/today-ticket-info');
    await visitor.at('signage.showing');
    // Frequently run code is compiled during the first days, after which the heap stays as it is.
    await pass(visitor, process.env.FULL ? 48 * hour : hour);
    const before = await weigh(visitor);
    await pass(visitor, process.env.FULL ? 7 * 24 * hour : hour);
    const after = await weigh(visitor);
    console.log(`heap ${before.heap} → ${after.heap} bytes, nodes ${before.nodes} → ${after.nodes}`);
    expect(after.heap / before.heap).toBeLessThan(process.env.FULL ? 1.05 : 1.1);
    expect(after.nodes).toBeLessThan(2 * before.nodes);
    expect(visitor.faults()).toEqual([]);
  });
});
