import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { pageRequested } from '#machines/shared/screens.ts';
import { mirrorOtherTabs, mirrorRedirect, mirrorUnload } from '#src/mirrors/redirect.ts';
import { connectionLost, customer, orderReply } from './answers.ts';
import { type Charts, openIn, stateSetups } from './shortcut.ts';

/** The order in several tabs. The hold of one tab: `properties/holding.ts`. */

afterEach(() => localStorage.clear());

describe('a tab', () => {
  const isLooking = ({ simulated }: Charts) => simulated.waiting().includes('app/purchase/hold/lookAtOrder');
  const watched = (state: string): Charts => {
    const charts = openIn(state);
    onTestFinished(mirrorOtherTabs(charts.app));
    return charts;
  };

  it('reads its order when another tab has ended an order', () => {
    const charts = watched('purchase.confirm');
    expect(isLooking(charts)).toBe(false);
    dispatchEvent(new StorageEvent('storage', { key: 'ticket-store:ended', newValue: '1' }));
    expect(isLooking(charts)).toBe(true);
  });

  it.each([
    ['is counting', () => undefined],
    ['has warned', ({ simulated }: Charts) => simulated.fire('holdWarning')],
    [
      'has lost the connection',
      ({ simulated }: Charts) => {
        simulated.fire('holdWarning');
        simulated.fire('holdDeadline');
        simulated.reject('retakeHold', connectionLost.error);
      },
    ],
  ])('has the time that was taken in another tab when it becomes visible and %s', (_, happen) => {
    const charts = watched('purchase.payment.choosing');
    happen(charts);
    document.dispatchEvent(new Event('visibilitychange'));
    const found = orderReply({ customer_info: customer, seconds_left: 880, extensions_left: 0 }).output;
    charts.simulated.resolve('lookAtOrder', { ...found, at: 700_000 });
    const { hold } = charts.purchase.getSnapshot().children;
    expect(hold.getSnapshot().context).toMatchObject({ expiresAt: 1_580_000, extensionsLeft: 0 });
    expect(charts.simulated.waiting()).toContain('app/purchase/hold/holdWarning');
    expect(charts.app.getSnapshot().children.dialog?.getSnapshot().context.queue).toEqual([]);
  });

  it.each([
    ['before it', ['look', 'extend']],
    ['while it waits', ['extend', 'look']],
  ])('keeps the time that it was given when its order was read %s, and that reply comes later', (_, steps) => {
    const charts = watched('purchase.payment.choosing');
    const { hold } = charts.purchase.getSnapshot().children;
    for (const one of steps)
      if (one === 'look') document.dispatchEvent(new Event('visibilitychange'));
      else hold.send({ type: 'hold.extend' });
    const { order } = orderReply({ customer_info: customer }).output;
    charts.simulated.resolve('extendHold', { order: { ...order, extensions_left: 0 }, at: 600_000 });
    if (isLooking(charts))
      charts.simulated.resolve('lookAtOrder', { order: { ...order, seconds_left: 300 }, at: 600_000 });
    expect(hold.getSnapshot().context).toMatchObject({ expiresAt: 1_500_000, extensionsLeft: 0 });
  });

  it('queries a pending payment at once when it becomes visible', () => {
    const charts = watched('purchase.checkout.waiting');
    document.dispatchEvent(new Event('visibilitychange'));
    expect(charts.state()).toBe('purchase.checkout.asking');
  });

  it('reads its order when it is restored', () => {
    const charts = openIn('purchase.payment.choosing');
    onTestFinished(mirrorRedirect(charts.app));
    expect(isLooking(charts)).toBe(true);
  });

  it.each(Object.keys(stateSetups))(
    'at %s is closed without a question, except while a payment is on its way',
    (state) => {
      const { app, purchase, simulated } = openIn(state);
      onTestFinished(mirrorUnload(app));
      const asks = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
      expect(asks()).toBe(false);
      if (state === 'purchase.confirm') purchase.send({ type: 'checkout.submit' });
      expect(asks()).toBe(state === 'purchase.confirm');
      if (state !== 'purchase.confirm') return;
      simulated.resolve('postCheckout', { status: 'redirect', url: 'https://pay.example/', method: 'GET', fields: {} });
      expect(asks(), 'on the way to the provider').toBe(false);
    },
  );

  it.each(['purchase.complete', 'purchase.order.choosing', 'purchase.sign-in.editing'])(
    'notifies other tabs when its order has ended: %s',
    (state) => {
      const charts = watched('purchase.payment.choosing');
      expect(localStorage.getItem('ticket-store:ended')).toBeNull();
      if (state === 'purchase.complete') {
        charts.toConfirm();
        charts.toChecking();
        charts.toComplete();
      } else if (state === 'purchase.sign-in.editing') {
        charts.app.send(pageRequested('order'));
        charts.toSignIn('order-2');
      } else {
        charts.purchase.send({ type: 'order.cancel' });
        charts.simulated.resolve('cancelOrder');
      }
      expect(charts.state()).toBe(state);
      expect(localStorage.getItem('ticket-store:ended')).not.toBeNull();
    },
  );
});
