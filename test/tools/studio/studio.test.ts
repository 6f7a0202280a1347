import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { gatherFacts } from './facts.ts';
import { inspected } from './forward.ts';
import { createLive } from './page/live.ts';

const facts = gatherFacts('/nowhere');

/** A request with the headers of a browser. */
const asks = (url: string, mode = 'navigate', method = 'GET'): IncomingMessage =>
  Object.assign(new IncomingMessage(new Socket()), { url, method, headers: { 'sec-fetch-mode': mode } });

describe('a page of the shop that opens beside the charts', () => {
  it('is looked into wherever it is opened, and only once', () => {
    expect(inspected(asks('/'))).toBe('/?inspect=');
    expect(inspected(asks('/mori/tickets/?lang=en'))).toBe('/mori/tickets/?lang=en&inspect=');
    expect(inspected(asks('/?inspect'))).toBeNull();
  });

  it('leaves calls, files, forms and the pages of the sandbox as they are', () => {
    expect(inspected(asks('/', 'cors'))).toBeNull();
    expect(inspected(asks('/', 'navigate', 'POST'))).toBeNull();
    for (const path of ['/api/v1/products', '/assets/x.js', '/sandbox/mails', '/sandbox/', '/mori'])
      expect(inspected(asks(path)), path).toBeNull();
  });
});

describe('what is told of a chart', () => {
  const chart = (id: string) => facts.charts.find(({ graph }) => graph.id === id);

  it('names the state as the page does, and the charts below it', () => {
    expect(chart('order')?.above).toEqual(['purchase', 'order']);
    expect(chart('change-date')?.above).toEqual(['changedate']);
    expect(chart('hold')?.above).toBeNull();
    expect(chart('purchase')?.runs).toContainEqual({ actor: 'hold', chart: 'hold' });
  });

  it('has what guards say of themselves, and the words of a control in five languages', () => {
    expect(chart('purchase')?.told.isChangedOnly).toBe(
      'Only the choice changed: total and method are still valid, so confirm is the next page.',
    );
    expect(facts.words['order.submit']).toContainEqual(expect.objectContaining({ en: 'Continue' }));
    expect(Object.keys(facts.words['order.submit']?.[0] ?? {})).toHaveLength(5);
  });
});

describe('what runs in the app', () => {
  const from = (actor: string, page = 'one') => ({ page, actor, machine: actor.split('/').at(-1) ?? '' });
  const stands = (actor: string, value: unknown, children: string[] = [], page = 'one') =>
    ({ ...from(actor, page), kind: 'state', value, context: {}, status: 'active', children }) as const;

  it('is known by where it stands and what it took', () => {
    const live = createLive(facts);
    live.hear(stands('app', 'purchase', ['purchase']));
    live.hear(stands('app/purchase', { 'sign-in': 'editing' }, ['hold']));
    live.hear({ ...from('app/purchase'), kind: 'event', event: { type: 'customer.submit' } });
    const arrows = [{ source: 'purchase.sign-in.editing', event: 'customer.submit', index: 1 }];
    live.hear({ ...from('app/purchase'), kind: 'taken', arrows });
    expect(live.onScreen()?.states).toEqual(['purchase.sign-in', 'purchase.sign-in.editing']);
    expect(live.happened()).toMatchObject([
      { type: 'customer.submit', arrows: ['purchase.sign-in.editing | customer.submit [1]'] },
    ]);
  });

  it('is gone when its parent has it no more, and with another page', () => {
    const live = createLive(facts);
    live.hear(stands('app', 'purchase', ['purchase']));
    live.hear(stands('app/purchase', 'order', ['order']));
    live.hear(stands('app/purchase/order', 'choosing'));
    expect(live.onScreen()?.chart).toBe('order');
    live.hear(stands('app/purchase', 'confirm', []));
    expect(live.living().map(({ chart }) => chart)).toEqual(['app', 'purchase']);
    live.hear(stands('app', 'terms', [], 'two'));
    expect(live.living()).toHaveLength(1);
  });
});
