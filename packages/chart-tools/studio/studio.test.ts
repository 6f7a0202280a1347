import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { gatherFacts } from './facts.ts';
import { inspected } from './forward.ts';
import { createLive } from './page/live.ts';

const facts = gatherFacts('/nowhere');

/** A request with the headers of a browser. */
const requestOf = (url: string, mode = 'navigate', method = 'GET'): IncomingMessage =>
  Object.assign(new IncomingMessage(new Socket()), { url, method, headers: { 'sec-fetch-mode': mode } });

describe('a page of the shop that opens next to the charts', () => {
  it('is redirected to its inspected address, and only once', () => {
    expect(inspected(requestOf('/'))).toBe('/?inspect=');
    expect(inspected(requestOf('/mori/tickets/?lang=en'))).toBe('/mori/tickets/?lang=en&inspect=');
    expect(inspected(requestOf('/?inspect'))).toBeNull();
  });

  it('does not affect API calls, files, forms and the pages of the sandbox', () => {
    expect(inspected(requestOf('/', 'cors'))).toBeNull();
    expect(inspected(requestOf('/', 'navigate', 'POST'))).toBeNull();
    for (const path of ['/api/v1/products', '/assets/x.js', '/sandbox/mails', '/sandbox/', '/mori'])
      expect(inspected(requestOf(path)), path).toBeNull();
  });
});

describe('the facts about a chart', () => {
  const chart = (id: string) => facts.charts.find(({ graph }) => graph.id === id);

  it('name its state as the page does, and the charts below it', () => {
    expect(chart('order')?.above).toEqual(['purchase', 'order']);
    expect(chart('change-date')?.above).toEqual(['changedate']);
    expect(chart('hold')?.above).toBeNull();
    expect(chart('purchase')?.runs).toContainEqual({ actor: 'hold', chart: 'hold' });
  });

  it('have the doc comments of guards, and the labels of a control in five languages', () => {
    expect(chart('purchase')?.comments.isAgreed).toBe(
      'A step is changed of an order whose payment was chosen: confirm is the next page.',
    );
    expect(facts.controlTexts['order.submit']).toContainEqual(expect.objectContaining({ en: 'Continue · {price}' }));
    expect(Object.keys(facts.controlTexts['order.submit']?.[0] ?? {})).toHaveLength(5);
  });
});

describe('an actor of the app', () => {
  const from = (actor: string, page = 'one') => ({ page, actor, machine: actor.split('/').at(-1) ?? '' });
  const stateMessage = (actor: string, value: unknown, children: string[] = [], page = 'one') =>
    ({ ...from(actor, page), kind: 'state', value, context: {}, status: 'active', children }) as const;

  it('is shown with its state and the transitions it took', () => {
    const live = createLive(facts);
    live.receive(stateMessage('app', 'purchase', ['purchase']));
    live.receive(stateMessage('app/purchase', { 'sign-in': 'editing' }, ['hold']));
    live.receive({ ...from('app/purchase'), kind: 'event', event: { type: 'customer.submit' } });
    const arrows = [{ source: 'purchase.sign-in.editing', event: 'customer.submit', index: 1 }];
    live.receive({ ...from('app/purchase'), kind: 'taken', arrows });
    expect(live.onScreen()?.states).toEqual(['purchase.sign-in', 'purchase.sign-in.editing']);
    expect(live.happened()).toMatchObject([
      { type: 'customer.submit', arrows: ['purchase.sign-in.editing | customer.submit [1]'] },
    ]);
  });

  it('is removed when its parent has stopped it, and when another page opens', () => {
    const live = createLive(facts);
    live.receive(stateMessage('app', 'purchase', ['purchase']));
    live.receive(stateMessage('app/purchase', 'order', ['order']));
    live.receive(stateMessage('app/purchase/order', 'choosing'));
    expect(live.onScreen()?.chart).toBe('order');
    live.receive(stateMessage('app/purchase', 'confirm', []));
    expect(live.living().map(({ chart }) => chart)).toEqual(['app', 'purchase']);
    live.receive(stateMessage('app', 'terms', [], 'two'));
    expect(live.living()).toHaveLength(1);
  });
});
