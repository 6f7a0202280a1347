import { simulateActors } from '@ticket-store/chart-tools/explore/simulated.ts';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { createActor } from 'xstate';
import { machines } from '#machines/index.ts';
import { onScreen } from '#machines/shared/on-screen.ts';
import { recallOrder, restoreApp, storedToken } from '#src/mirrors/storage/restore.ts';
import { mirrorStorage, orderKey, snapshotKey } from '#src/mirrors/storage/stored-app.ts';
import { completion, connectionLost, customer, orderReply } from './answers.ts';
import { input, openCharts, stateSetups, storeAt } from './shortcut.ts';

/**
 * A stored purchase that does not fit the charts of the page, as after a release: it goes on with its order, by the token that is
 * stored apart, and the visitor is notified. This cancels and pays nothing.
 */

const site = input.site.code;
const hour = 3_600_000;

/** A page of the new release. */
const open = () => {
  const now = Date.now();
  const { machine, simulated } = simulateActors(machines.app);
  expect(restoreApp(machine, { input }, 'the new shape', now)).toBeNull();
  const app = createActor(machine, { input }).start();
  recallOrder(app, now);
  onTestFinished(mirrorStorage(app, machine, input, 'the new shape'));
  const touched = () => simulated.waiting().filter((path) => /cancelOrder|postCheckout|placeOrder/.test(path));
  const toast = () => app.getSnapshot().children.toast?.getSnapshot().context.shown;
  return { app, simulated, toast, touched, state: () => onScreen(app).state };
};

const recalled = (state: string) => {
  storeAt(state);
  return open();
};
const reply = (part: Parameters<typeof orderReply>[0]) => orderReply({ customer_info: customer, ...part }).output;

afterEach(() => sessionStorage.clear());

describe('the token of an order', () => {
  it.each([
    ['purchase.order.choosing', null],
    ['purchase.sign-in.editing', 'order-1'],
    ['purchase.checkout.waiting', 'order-1'],
    ['purchase.complete', null],
  ])('is stored apart at %s: %s', (state, token) => {
    storeAt(state);
    expect(storedToken(site, Date.now())).toBe(token);
  });

  it('is forgotten with its order, and after a day', () => {
    const charts = openCharts();
    onTestFinished(mirrorStorage(charts.app, machines.app, input, 'a-shape'));
    stateSetups['purchase.payment.choosing']?.(charts);
    expect(storedToken(site, Date.now() + 25 * hour)).toBeNull();
    expect(storedToken(site, Date.now())).toBe('order-1');
    charts.purchase.send({ type: 'order.cancel' });
    charts.simulated.resolve('cancelOrder');
    expect(sessionStorage.getItem(orderKey(site))).toBeNull();
  });

  it.each(['', '{', 'null', '[]', '{"token":7,"savedAt":0}'])('with the content %j is none', (text) => {
    sessionStorage.setItem(orderKey(site), text);
    expect(storedToken(site, Date.now())).toBeNull();
  });
});

describe('a purchase of an earlier release', () => {
  it.each([
    ['purchase.sign-in.editing', reply({ customer_info: null }), 'purchase.sign-in.editing'],
    ['purchase.payment.choosing', reply({}), 'purchase.payment.choosing'],
    ['purchase.confirm', reply({}), 'purchase.payment.choosing'],
    ['purchase.checkout.waiting', reply({ status: 'checking' }), 'purchase.checkout.asking'],
    ['purchase.checkout.waiting', reply({ status: 'paid', completion }), 'purchase.complete'],
  ] as const)('left at %s goes on by its token, which the visitor is told', (left, order, state) => {
    const page = recalled(left);
    expect(page.state()).toBe('purchase.resuming');
    expect(page.toast()).toEqual({ textKey: 'order_recalled' });
    expect(page.simulated.input('readOrder')).toMatchObject({ token: 'order-1', mailToken: null });
    page.simulated.resolve('readOrder', order);
    expect(page.state()).toBe(state);
    expect(page.touched(), 'nothing is paid, cancelled or ordered').toEqual([]);
  });

  it('keeps its token while the server cannot be reached', () => {
    const page = recalled('purchase.payment.choosing');
    page.simulated.reject('readOrder', connectionLost.error);
    expect(page.state()).toBe('purchase.error');
    page.app.getSnapshot().children.purchase?.send({ type: 'order.resume' });
    expect(page.simulated.input('readOrder')).toMatchObject({ token: 'order-1' });
    expect(storedToken(site, Date.now())).toBe('order-1');
  });

  it.each(['purchase.order.choosing', 'purchase.complete'])('without an order, at %s, begins again', (state) => {
    const page = recalled(state);
    expect(page.state()).toMatch(/^purchase\.order/);
    expect(page.toast()).toBeNull();
  });

  it('goes on by its token when what the tab stored was edited, too', () => {
    storeAt('purchase.payment.choosing');
    sessionStorage.setItem(snapshotKey(site), '{');
    expect(open().state()).toBe('purchase.resuming');
  });
});
