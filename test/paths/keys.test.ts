import { describe, expect, it } from 'vitest';
import { contract } from '#src/api/contract/index.ts';
import { Failure } from '#src/domain/failures.ts';
import { customer, lineDown, order, spring, told } from './answers.ts';
import { writes } from './key-writes.ts';
import { type Charts, openCharts, standings } from './shortcut.ts';
import type { Write } from './write.ts';

/** The Idempotency-Key of a pending write. */
const keyOf = ({ held }: Charts, { id }: Write): string => {
  const { key, parcel }: { key?: string; parcel?: { key: string } } = Object(held.input(id));
  return key ?? parcel?.key ?? '';
};
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
  it('is looked at for every write of the contract', () => {
    const calls = Object.entries(contract).flatMap(([name, row]) => ('write' in row && row.write ? [name] : []));
    expect([...new Set<string>(writes.map(({ call }) => call))].sort()).toEqual(calls.sort());
  });

  it.each(table)('of %s has 128 random bits, other ones in every visit', (_, write) => {
    const keys = Array.from({ length: 3 }, () => keyOf(sent(write), write));
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it.each(table)('of %s is the same after a reload while it is on its way', (_, write) => {
    const charts = sent(write);
    const again = openCharts(write.site, charts.stored());
    expect(keyOf(again, write)).toBe(keyOf(charts, write));
  });

  it.each(table)('of %s is another one in a copied tab that had not sent it yet', (_, write) => {
    const charts = reached(write);
    const copy = openCharts(write.site, charts.stored());
    // These requests got their key before they were sent, so both tabs send the same request.
    if (write.id !== 'handOver' && write.id !== 'confirmPayment')
      expect(keyOf(sent(write, copy), write)).not.toBe(keyOf(sent(write, charts), write));
    else expect(keyOf(sent(write, copy), write)).toBe(keyOf(sent(write, charts), write));
  });

  it.each(table.filter(([, { resend }]) => resend))('of %s stays when the answer was lost', (_, write) => {
    const charts = sent(write);
    const key = keyOf(charts, write);
    charts.held.reject(write.id, lineDown.error);
    write.resend?.(charts);
    expect(keyOf(charts, write)).toBe(key);
  });

  it.each(table.filter(([, { repeat }]) => repeat))('of %s is not used again once it was answered', (_, write) => {
    const charts = sent(write);
    const key = keyOf(charts, write);
    write.repeat?.(charts);
    expect(keyOf(charts, write)).not.toBe(key);
  });
});

describe('“change payment”, Back, “change payment”', () => {
  const counted = { ...order, customer_info: customer };
  const discounted = { ...counted, price: 1900, coupon: spring };
  /** Opens the payment page by “change” on the confirmation page. */
  const change = (charts: Charts): void => charts.purchase.send({ type: 'step.change', to: 'payment' });
  const coupon = (charts: Charts, type: string): void =>
    charts.purchase
      .getSnapshot()
      .children.payment.getSnapshot()
      .children.coupon.send({ type, code: spring.coupon_code });

  it('sends each change of the coupon under a key of its own', () => {
    const charts = openCharts();
    standings['purchase.confirm']?.(charts);
    const keys: unknown[] = [];
    for (let round = 0; round < 3; round += 1) {
      change(charts);
      coupon(charts, 'coupon.apply');
      keys.push(Object(charts.held.input('applyCoupon')).key);
      charts.held.resolve('applyCoupon', discounted);
      coupon(charts, 'coupon.remove');
      keys.push(Object(charts.held.input('removeCoupon')).key);
      charts.held.resolve('removeCoupon', counted);
      charts.purchase.send({ type: 'step.back' });
      expect(charts.state()).toBe('purchase.confirm');
    }
    expect(new Set(keys).size).toBe(6);
  });

  it('reads the order where Back is pressed before the coupon is answered', () => {
    const charts = openCharts();
    standings['purchase.confirm']?.(charts);
    change(charts);
    coupon(charts, 'coupon.apply');
    charts.purchase.send({ type: 'step.back' });
    expect(charts.state()).toBe('purchase.resuming');
    charts.held.resolve('readOrder', told({ ...discounted }).output);
    expect(charts.state()).toBe('purchase.payment.choosing');
    expect(charts.purchase.getSnapshot().context.order.price).toBe(1900);
  });
});

describe('a coupon whose answer was lost', () => {
  const counted = { ...order, customer_info: customer };
  const discounted = { ...counted, price: 1900, coupon: spring };
  const applying = (): Charts => {
    const charts = openCharts();
    standings['purchase.payment.choosing']?.(charts);
    charts.purchase
      .getSnapshot()
      .children.payment.getSnapshot()
      .children.coupon.send({ type: 'coupon.apply', code: spring.coupon_code });
    charts.held.reject('applyCoupon', lineDown.error);
    return charts;
  };
  const total = ({ purchase }: Charts): unknown => purchase.getSnapshot().context.order.price;
  const dialogs = ({ app }: Charts): number =>
    app.getSnapshot().children.dialog?.getSnapshot().context.queue.length ?? 0;

  it('is read from the order: it counts, and nothing is said to have failed', () => {
    const charts = applying();
    expect(charts.state()).toBe('purchase.payment.couponing');
    charts.held.resolve('rereadOrder', { order: discounted, at: 0 });
    expect([charts.state(), total(charts), dialogs(charts)]).toEqual(['purchase.payment.choosing', 1900, 0]);
  });

  it('is read from the order: it does not count, and that is said', () => {
    const charts = applying();
    charts.held.resolve('rereadOrder', { order: counted, at: 0 });
    expect([charts.state(), total(charts), dialogs(charts)]).toEqual(['purchase.payment.choosing', 2000, 1]);
  });

  it('is read as soon as the server can be reached again, and the page stays', () => {
    const charts = applying();
    charts.held.reject('rereadOrder', lineDown.error);
    expect([charts.state(), dialogs(charts)]).toEqual(['purchase.payment.couponing', 1]);
    charts.held.resolve('readPause', 0);
    charts.held.reject('readAgain', lineDown.error);
    charts.held.resolve('readPause', 0);
    charts.held.resolve('readAgain', { order: discounted, at: 0 });
    expect([charts.state(), total(charts), dialogs(charts)]).toEqual(['purchase.payment.choosing', 1900, 1]);
  });

  it('leads to no total at all while the order is not told', () => {
    const charts = applying();
    charts.held.reject('rereadOrder', new Failure({ code: 'request_error', unknown: false }));
    expect(charts.state()).toBe('purchase.resuming');
    charts.held.reject('readOrder', lineDown.error);
    expect(charts.state()).toBe('purchase.error');
  });
});
