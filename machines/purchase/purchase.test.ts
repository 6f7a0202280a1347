import { describe, expect, it } from 'vitest';
import { pageRequested } from '#machines/shared/screens.ts';
import { customer, order, walletCard } from '#test/paths/answers.ts';
import { openCharts, stateSetups } from '#test/paths/shortcut.ts';

/** What walks do not reach; all else of the purchase: `test/paths/properties/`. */

describe('a server that does not answer', () => {
  /** The charts while a request of the order is pending. */
  const pending = (state: 'resuming' | 'cancelling') => {
    const charts = openCharts();
    stateSetups['purchase.payment.choosing']?.(charts);
    if (state === 'cancelling') charts.purchase.send({ type: 'order.cancel' });
    else charts.app.send(pageRequested('mail-confirm', {}, { token: 'mail-1' }));
    expect(charts.state()).toBe(`purchase.${state}`);
    return charts;
  };

  it.each([
    ['reading an order', 'resuming', 'readLimit', 'purchase.error'],
    ['cancelling an order, which is then read,', 'cancelling', 'cancelLimit', 'purchase.resuming'],
  ] as const)('ends %s after 20 s', (_, state, limit, next) => {
    const charts = pending(state);
    expect(charts.simulated.input(limit)).toEqual({ for: 20_000 });
    charts.simulated.fire(limit);
    expect(charts.state()).toBe(next);
  });

  it('is limited anew after a reload', () => {
    const again = openCharts(undefined, pending('resuming').stored());
    again.simulated.fire('readLimit');
    expect(again.state()).toBe('purchase.error');
  });
});

it('the order page keeps the choice when it is requested while it is open', () => {
  const { purchase, app } = openCharts();
  const chosen = () => purchase.getSnapshot().children.order;
  chosen().send({ type: 'option.set', line: { id: 'adult', name: 'Adult', price: 2000, count: 2 } });
  app.send(pageRequested('order'));
  expect(chosen().getSnapshot().context.choice.lines).toHaveLength(1);
});

describe('the sheet of a wallet beside the customer’s form', () => {
  const agreed = { paid: { method: 'stripe_secure', payment: walletCard }, price: order.price } as const;

  /** The customer's form after the sheet, whose details are then saved. */
  const saved = (price: number) => {
    const charts = openCharts();
    stateSetups['purchase.sign-in.editing']?.(charts);
    charts.purchase.send({ type: 'sheet.ended', sheet: { agreed: { ...agreed, price }, failure: null } });
    expect(charts.purchase.getSnapshot().context.payment).toBeNull();
    charts.purchase.send({ type: 'customer.submit', customer });
    charts.simulated.resolve('putCustomer', { token: 'order-1', order: { ...order, customer_info: customer }, at: 0 });
    return charts;
  };

  it('pays the total that was agreed to on the last page, with no step between', () => {
    const { purchase, simulated, state } = saved(order.price);
    expect(purchase.getSnapshot().context).toMatchObject({ ...agreed.paid, agreed: null });
    expect(state()).toBe('purchase.confirm');
    purchase.send({ type: 'checkout.submit' });
    expect(simulated.input('postCheckout')).toMatchObject({ payment: walletCard, price: order.price });
  });

  it('that showed another total than the order’s pays nothing: the visitor chooses anew', () => {
    const { purchase, state } = saved(order.price - 1);
    expect(purchase.getSnapshot().context).toMatchObject({ payment: null, agreed: null });
    expect(state()).toBe('purchase.payment.choosing');
  });
});
