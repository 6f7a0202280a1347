import type { Page } from 'playwright-core';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { openFixture } from './kit/fixture.ts';

const { lane } = await openFixture();

/** Stands in for the window at stately.ai: reports that it is ready, and records the messages. */
const standIn = `<!doctype html><title>Stand-in</title><script>
  window.messages = [];
  addEventListener('message', ({ data }) => window.messages.push(data));
  opener.postMessage({ type: '@statelyai.connected' }, '*');
</script>`;

const Messages = v.array(
  v.looseObject({
    type: v.string(),
    _version: v.string(),
    sessionId: v.string(),
    name: v.optional(v.string()),
    definition: v.optional(v.string()),
    snapshot: v.optional(v.looseObject({ value: v.optional(v.unknown()) })),
  }),
);

const readMessages = async (window: Page) => v.parse(Messages, await window.evaluate('window.messages'));

/** A visitor whose browser serves the stand-in at an address of the shop. */
const visitWithStandIn = async (init?: string) => {
  const visitor = await lane.visit(init === undefined ? {} : { init });
  const response = { contentType: 'text/html', body: standIn };
  await visitor.page.context().route(
    ({ pathname }) => pathname === '/stand-in',
    (route) => route.fulfill(response),
  );
  return visitor;
};

describe("Stately's inspector", () => {
  it('receives every chart and its state in a separate window', async () => {
    const visitor = await visitWithStandIn();
    const opening = visitor.page.waitForEvent('popup');
    await visitor.open('?inspect=/stand-in');
    const window = await opening;
    await visitor.at('purchase.order.choosing');
    await expect.poll(async () => (await readMessages(window)).map(({ name }) => name)).toContain('purchase');
    const charts = (await readMessages(window)).filter(({ type }) => type === '@xstate.actor');
    const app = charts.find(({ name }) => name === 'app');
    expect(JSON.parse(app?.definition ?? '{}')).toMatchObject({ id: 'app', initial: 'purchase' });
    await visitor.type('#/terms');
    await visitor.at('terms');
    const values = async () => (await readMessages(window)).map(({ snapshot }) => snapshot?.value);
    await expect.poll(values).toContain('terms');
    expect(visitor.faults()).toEqual([]);
  });

  it('receives nothing with plain ?inspect, and never opens an address of another origin', async () => {
    const visitor = await visitWithStandIn();
    const requests: string[] = [];
    await visitor.page.context().route(/^https:/, (route) => {
      requests.push(route.request().url());
      return route.fulfill({ contentType: 'text/html', body: '' });
    });
    await visitor.open('?inspect');
    await visitor.at('purchase.order.choosing');
    expect(visitor.page.context().pages()).toHaveLength(1);
    const opening = visitor.page.waitForEvent('popup');
    await visitor.open('?inspect=https://elsewhere.example/');
    await (await opening).waitForURL('https://stately.ai/inspect');
    expect(requests).toEqual(['https://stately.ai/inspect']);
  });
});
