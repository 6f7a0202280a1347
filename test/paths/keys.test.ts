import { describe, expect, it } from 'vitest';
import { pageRequested, type Screen } from '#machines/shared/screens.ts';
import { contract } from '#src/api/contract/index.ts';
import { connectionLost, customer, orderReply } from './answers.ts';
import { writes } from './key-writes.ts';
import { type Charts, openCharts, stateSetups } from './shortcut.ts';
import type { Write } from './write.ts';

/** The Idempotency-Key of a pending write. */
const keyOf = ({ simulated }: Charts, { id }: Pick<Write, 'id'>): string => String(Object(simulated.input(id)).key);
const reached = (write: Write): Charts => {
  const charts = openCharts(write.site);
  write.reach(charts);
  return charts;
};
const sent = (write: Write, charts: Charts = reached(write)): Charts => {
  write.send(charts);
  return charts;
};
const table = writes.map((write) => [`${write.call} (${write.id})`, write] as const);

describe('the Idempotency-Key', () => {
  it('is tested for every write of the contract', () => {
    const calls = Object.entries(contract).flatMap(([name, row]) => ('write' in row && row.write ? [name] : []));
    expect([...new Set<string>(writes.map(({ call }) => call))].sort()).toEqual(calls.sort());
  });

  it.each(table)('of %s has 128 random bits, different in every visit', (_, write) => {
    const keys = Array.from({ length: 3 }, () => keyOf(sent(write), write));
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it.each(table)('of %s is the same after a reload while the request is pending', (_, write) => {
    const charts = sent(write);
    const again = openCharts(write.site, charts.stored());
    expect(keyOf(again, write)).toBe(keyOf(charts, write));
  });

  it.each(table)('of %s differs in a copied tab that has not sent it yet', (_, write) => {
    const charts = reached(write);
    const copy = openCharts(write.site, charts.stored());
    // The challenge's key was drawn with its payment, so both tabs send the same request.
    if (write.id !== 'confirmPayment')
      expect(keyOf(sent(write, copy), write)).not.toBe(keyOf(sent(write, charts), write));
    else expect(keyOf(sent(write, copy), write)).toBe(keyOf(sent(write, charts), write));
  });

  it.each(table.filter(([, { resend }]) => resend))('of %s stays the same after a lost response', (_, write) => {
    const charts = sent(write);
    const key = keyOf(charts, write);
    charts.simulated.reject(write.id, connectionLost.error);
    write.resend?.(charts);
    expect(keyOf(charts, write)).toBe(key);
  });

  it.each(table.filter(([, { repeat }]) => repeat))('of %s is not used again after a response', (_, write) => {
    const charts = sent(write);
    const key = keyOf(charts, write);
    write.repeat?.(charts);
    expect(keyOf(charts, write)).not.toBe(key);
  });
});

describe('an order whose page was left while its seats were requested', () => {
  const placing = { id: 'placeOrder' };
  const submit = ({ purchase }: Charts) => purchase.getSnapshot().children.order.send({ type: 'order.submit' });
  const go = ({ app }: Charts, screen: Screen): void =>
    app.send(pageRequested(screen, {}, screen === 'order' ? { ref: 'c' } : {}));
  const left = (): [Charts, string] => {
    const charts = openCharts();
    stateSetups['purchase.confirm']?.(charts);
    charts.purchase.send({ type: 'step.change', to: 'order' });
    submit(charts);
    const key = keyOf(charts, placing);
    go(charts, 'confirm');
    expect(charts.state()).toBe('purchase.confirm');
    return [charts, key];
  };

  it('is requested with the same key when the visitor comes back', () => {
    const [charts, key] = left();
    charts.purchase.send({ type: 'step.change', to: 'order' });
    submit(charts);
    expect(keyOf(charts, placing)).toBe(key);
  });

  it('is requested with the same key after another page and a reload', () => {
    const [charts, key] = left();
    const again = openCharts(undefined, charts.stored());
    again.purchase.send({ type: 'step.change', to: 'sign-in' });
    again.purchase.send({ type: 'customer.submit', customer });
    again.simulated.reject('putCustomer', connectionLost.error);
    go(again, 'order');
    submit(again);
    expect(keyOf(again, placing)).toBe(key);
  });

  it('is requested with another key once a response has reported its result', () => {
    const [charts, key] = left();
    charts.purchase.send({ type: 'step.change', to: 'order' });
    submit(charts);
    charts.simulated.resolve('placeOrder', orderReply({ customer_info: customer }).output);
    charts.purchase.send({ type: 'step.change', to: 'order' });
    submit(charts);
    expect(keyOf(charts, placing)).not.toBe(key);
  });

  it('is requested with another key for other tickets', () => {
    const [charts, key] = left();
    charts.purchase.send({ type: 'step.change', to: 'order' });
    const line = { id: 'adult', name: 'Adult', price: 2000, count: 2 };
    charts.purchase.getSnapshot().children.order.send({ type: 'option.set', line });
    submit(charts);
    expect(keyOf(charts, placing)).not.toBe(key);
  });
});
