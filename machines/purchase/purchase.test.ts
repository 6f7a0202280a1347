import { describe, expect, it } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { orderMachine } from '#machines/order/order.machine.ts';
import type { Found, Placed, ResumeInput, SearchInput } from '#machines/order/order.types.ts';
import { pageRequested } from '#machines/shared/screens.ts';
import { customer, order } from '#test/paths/answers.ts';
import { sites } from '#test/paths/plan-rows.ts';
import { openCharts, stateSetups } from '#test/paths/shortcut.ts';
import { purchaseMachine } from './purchase.machine.ts';
import type { CancelInput } from './purchase.types.ts';

const site = { code: 'borderless', mailConfirm: false, onlyMail: false } as const;

const open = (read: Partial<typeof order> = {}) => {
  const search = fromPromise<Found, SearchInput>(async () => ({ days: [], slots: null }));
  const readOrder = fromPromise<Placed, ResumeInput>(async () => ({ token: 't', order: { ...order, ...read }, at: 0 }));
  const machine = purchaseMachine.provide({
    actors: { order: orderMachine.provide({ actors: { search } }), readOrder },
  });
  return createActor(machine, { input: { site, lang: 'ja' } }).start();
};
const product = { uuid: 'p-1', sale_type: 'time', min_quantity: 1, max_quantity: 10 } as const;

/** The charts with controlled actors, while a request of the order is pending and nobody answers. */
const pending = (state: 'resuming' | 'cancelling') => {
  const charts = openCharts();
  stateSetups['purchase.payment.choosing']?.(charts);
  if (state === 'cancelling') charts.purchase.send({ type: 'order.cancel' });
  else charts.app.send(pageRequested('mail-confirm', {}, { token: 'mail-1' }));
  expect(charts.state()).toBe(`purchase.${state}`);
  return charts;
};

describe('a server that does not answer', () => {
  it('ends the reading of an order after a while: the visitor can try again, or start anew', () => {
    const { simulated, purchase, state } = pending('resuming');
    expect(simulated.input('readLimit')).toEqual({ for: 20_000 });
    simulated.fire('readLimit');
    expect(state()).toBe('purchase.error');
    expect(purchase.getSnapshot().context.failure).toMatchObject({ code: 'connection_error' });
    expect(purchase.getSnapshot().can({ type: 'order.again' })).toBe(true);
    purchase.send({ type: 'order.resume' });
    expect(state()).toBe('purchase.resuming');
    simulated.resolve('readOrder', { token: 'order-1', order: { ...order, customer_info: customer }, at: 0 });
    expect(state()).toBe('purchase.payment.choosing');
  });

  it('ends the reading behind a mail’s link, which the visitor can try again, too', () => {
    const charts = openCharts(sites[2]);
    charts.app.send(pageRequested('mail-confirm', {}, { token: 'mail-1' }));
    charts.simulated.fire('readLimit');
    expect(charts.state()).toBe('purchase.error');
    charts.purchase.send({ type: 'order.resume' });
    expect(charts.simulated.input('readOrder')).toMatchObject({ mailToken: 'mail-1' });
  });

  it('ends the cancelling of an order after a while, and the order is read, which tells what became of it', () => {
    const { simulated, state, app } = pending('cancelling');
    expect(simulated.input('cancelLimit')).toEqual({ for: 20_000 });
    simulated.fire('cancelLimit');
    expect(state()).toBe('purchase.resuming');
    simulated.resolve('readOrder', { token: 'order-1', order: { ...order, status: 'cancelled' }, at: 0 });
    expect(state()).toMatch(/^purchase\.order/);
    expect(app.getSnapshot().children.dialog?.getSnapshot().context.queue).toHaveLength(1);
  });

  it('is limited anew after a reload', () => {
    const again = openCharts(undefined, pending('resuming').stored());
    again.simulated.fire('readLimit');
    expect(again.state()).toBe('purchase.error');
  });
});

describe('a purchase', () => {
  it('keeps the choice when the order page is requested while it is open', () => {
    const purchase = open();
    const chosen = purchase.getSnapshot().children.order;
    chosen?.send({ type: 'product.choose', product, month: '2026-12-01', lines: [] });
    chosen?.send({ type: 'option.set', line: { id: 'adult', name: 'Adult', price: 2000, count: 2 } });
    purchase.send(pageRequested('order'));
    expect(purchase.getSnapshot().children.order?.getSnapshot().context.choice.lines).toHaveLength(1);
    purchase.stop();
  });

  it('reports the refund of a late payment and starts again', async () => {
    const purchase = open({ status: 'refunded' });
    purchase.send(pageRequested('mail-confirm', {}, { token: 'mail-1' }));
    const ended = await waitFor(purchase, (snapshot) => snapshot.matches('order'), { timeout: 2000 });
    expect(ended.context).toMatchObject({ token: null, failure: { code: 'payment_refunded' } });
    purchase.stop();
  });

  it('ignores page requests while the order is being cancelled', () => {
    const never = fromPromise<void, CancelInput>(() => new Promise(() => undefined));
    const machine = purchaseMachine.provide({ actors: { cancelOrder: never } });
    const persisted = createActor(machine, { input: { site, lang: 'ja' } })
      .start()
      .getPersistedSnapshot();
    const context = 'context' in persisted && typeof persisted.context === 'object' ? persisted.context : {};
    const snapshot = { ...persisted, value: 'confirm', context: { ...context, token: 't', order }, children: {} };
    const purchase = createActor(machine, { input: { site, lang: 'ja' }, snapshot }).start();
    purchase.send({ type: 'order.cancel' });
    purchase.send(pageRequested('sign-in'));
    expect(purchase.getSnapshot().value).toBe('cancelling');
    purchase.stop();
  });
});

describe('the sheet of a wallet beside the customer’s form', () => {
  const payment = { token: 'ctoken_1', brand: 'visa', last4: '4242', wallet: 'apple_pay' } as const;
  const agreed = { paid: { method: 'stripe_secure', payment }, price: order.price } as const;
  const closed = { code: 'token_unavailable', quoted: 'closed', unknown: false } as const;

  /** The customer's form. */
  const filling = () => {
    const charts = openCharts();
    stateSetups['purchase.sign-in.editing']?.(charts);
    expect(charts.state()).toBe('purchase.sign-in.editing');
    return charts;
  };
  const save = ({ purchase, simulated }: ReturnType<typeof openCharts>, price: number) => {
    purchase.send({ type: 'customer.submit', customer });
    simulated.resolve('putCustomer', { token: 'order-1', order: { ...order, price, customer_info: customer }, at: 0 });
    return purchase.getSnapshot().context;
  };

  it('pays the total that was agreed to on the last page, with no step between', () => {
    const charts = filling();
    charts.purchase.send({ type: 'sheet.ended', sheet: { agreed, failure: null } });
    expect(charts.purchase.getSnapshot().context).toMatchObject({ agreed, payment: null });
    expect(save(charts, order.price)).toMatchObject({ method: 'stripe_secure', payment, agreed: null });
    expect(charts.state()).toBe('purchase.confirm');
    charts.purchase.send({ type: 'checkout.submit' });
    expect(charts.simulated.input('postCheckout')).toMatchObject({ payment, price: order.price });
  });

  it('pays no other total: the visitor chooses anew', () => {
    const charts = filling();
    charts.purchase.send({ type: 'sheet.ended', sheet: { agreed, failure: null } });
    expect(save(charts, order.price + 1)).toMatchObject({ payment: null, agreed: null });
    expect(charts.state()).toBe('purchase.payment.choosing');
  });

  it('that showed another total than the order’s pays nothing', () => {
    const charts = filling();
    charts.purchase.send({
      type: 'sheet.ended',
      sheet: { agreed: { ...agreed, price: order.price - 1 }, failure: null },
    });
    expect(save(charts, order.price)).toMatchObject({ payment: null, agreed: null });
    expect(charts.state()).toBe('purchase.payment.choosing');
  });

  it('that was closed says so, and nothing is agreed to', () => {
    const charts = filling();
    charts.purchase.send({ type: 'sheet.ended', sheet: { agreed: null, failure: closed } });
    expect(charts.purchase.getSnapshot().context).toMatchObject({ agreed: null, failure: closed });
    expect(save(charts, order.price).payment).toBeNull();
    expect(charts.state()).toBe('purchase.payment.choosing');
  });

  it('does not make the last page reachable before the customer is saved', () => {
    const charts = filling();
    charts.purchase.send({ type: 'sheet.ended', sheet: { agreed, failure: null } });
    charts.app.send(pageRequested('confirm'));
    expect(charts.state()).toBe('purchase.sign-in.editing');
    charts.purchase.send({ type: 'step.back' });
    expect(charts.state()).toContain('purchase.order');
  });
});
