import { expect, it } from 'vitest';
import { openFixture } from './kit/fixture.ts';

/** Stately's inspector in a window of its own, and no window at any other address. */
const { lane } = await openFixture();

/** Stands in for the window at stately.ai: reports that it is ready, and records the messages. */
const standIn = `<!doctype html><title>Stand-in</title><script>
  window.messages = [];
  addEventListener('message', ({ data }) => window.messages.push(data));
  opener.postMessage({ type: '@statelyai.connected' }, '*');
</script>`;

it('the inspector receives every chart and its state; with plain ?inspect, or at another address, nobody does', async () => {
  const visitor = await lane.visit();
  const context = visitor.page.context();
  const requests: string[] = [];
  await context.route(
    ({ protocol, pathname }) => protocol === 'https:' || pathname === '/stand-in',
    (route) => {
      requests.push(route.request().url());
      return route.fulfill({ contentType: 'text/html', body: standIn });
    },
  );
  await visitor.open('?inspect');
  await visitor.at('purchase.order.choosing');
  expect(context.pages()).toHaveLength(1);

  const opening = visitor.page.waitForEvent('popup');
  await visitor.open('?inspect=/stand-in');
  const window = await opening;
  await visitor.at('purchase.order.choosing');
  await visitor.type('#/terms');
  await visitor.at('terms');
  const read = (script: string) => window.evaluate(`window.messages.map(${script})`);
  await expect.poll(() => read('({ name }) => name')).toContain('purchase');
  await expect.poll(() => read('({ snapshot }) => snapshot?.value')).toContain('terms');
  expect(
    JSON.parse(String(await window.evaluate("messages.find(({ name }) => name === 'app').definition"))),
  ).toMatchObject({ id: 'app', initial: 'purchase' });

  await window.close();
  requests.length = 0;
  const elsewhere = visitor.page.waitForEvent('popup');
  await visitor.open('?inspect=https://elsewhere.example/');
  await (await elsewhere).waitForURL('https://stately.ai/inspect');
  expect(requests).toEqual(['https://stately.ai/inspect']);
  expect(visitor.faults()).toEqual([]);
});
