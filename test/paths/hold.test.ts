import { afterEach, describe, expect, it } from 'vitest';
import { mirrorOtherTabs, mirrorRedirect } from '#src/mirrors/redirect.ts';
import { completion, customer, fails, orderReply } from './answers.ts';
import { type Charts, openCharts, stateSetups } from './shortcut.ts';

/** The hold, and what another tab does to it: nothing is lost while seats are available, and an ended order is not offered. */

const ends: (() => void)[] = [];

const at = (state: string): Charts => {
  const charts = openCharts();
  stateSetups[state]?.(charts);
  ends.push(() => charts.app.stop());
  return charts;
};
const dialogOf = ({ app }: Charts) => app.getSnapshot().children.dialog?.getSnapshot().context.queue[0];
const holdOf = ({ purchase }: Charts) => purchase.getSnapshot().children.hold;
/** The order in the server's current state. */
const order = (part: Parameters<typeof orderReply>[0]) => orderReply({ customer_info: customer, ...part }).output;
const paid = order({ status: 'paid', completion });

afterEach(() => {
  for (const end of ends.splice(0)) end();
  localStorage.clear();
});

describe('two minutes before the end', () => {
  it('a dialog offers an extension and requests it', () => {
    const charts = at('purchase.payment.choosing');
    charts.simulated.fire('holdWarning');
    expect(dialogOf(charts)).toMatchObject({ number: 1, okButton: { textKey: 'hold_extend' } });
    charts.app.getSnapshot().children.dialog?.send({ type: 'dialog.ok' });
    expect(charts.simulated.input('extendHold')).toMatchObject({ token: 'order-1' });
  });

  it('the dialog offers no extension when none is left', () => {
    const charts = at('purchase.payment.choosing');
    holdOf(charts).send({ type: 'hold.extend' });
    charts.simulated.resolve('extendHold', order({ extensions_left: 0 }));
    charts.simulated.fire('holdWarning');
    expect(dialogOf(charts)).toMatchObject({
      text: { textKey: 'failure_extension_limit' },
      okButton: { textKey: 'common_close' },
    });
    expect(dialogOf(charts)).not.toHaveProperty('okAction');
  });

  it('a deadline that passed while the device was asleep shows no dialog; the seats are requested again at once', () => {
    const charts = at('purchase.payment.choosing');
    charts.simulated.resolve('holdWarning', 120_000);
    expect(dialogOf(charts)).toBeUndefined();
    expect(charts.simulated.waiting()).toContain('app/purchase/hold/retakeHold');
  });
});

describe('an order that ended elsewhere', () => {
  const look = (charts: Charts) => holdOf(charts).send({ type: 'page.returned' });

  it.each(['purchase.sign-in.editing', 'purchase.payment.choosing', 'purchase.confirm'])(
    'by payment shows its tickets in a tab at %s',
    (state) => {
      const charts = at(state);
      look(charts);
      charts.simulated.resolve('lookAtOrder', paid);
      charts.simulated.resolve('readOrder', paid);
      expect(charts.state()).toBe('purchase.complete');
      expect(charts.purchase.getSnapshot().context).toMatchObject({ completion, payment: null });
      expect(dialogOf(charts)).toBeUndefined();
    },
  );

  it('by a pending payment is polled, and never paid again automatically', () => {
    const charts = at('purchase.confirm');
    look(charts);
    charts.simulated.resolve('lookAtOrder', order({ status: 'checking' }));
    charts.simulated.resolve('readOrder', order({ status: 'checking' }));
    expect(charts.state()).toBe('purchase.checkout.asking');
    expect(charts.simulated.waiting().join()).not.toContain('postCheckout');
    charts.simulated.resolve('queryOutcome', { status: 'open', token: 'order-1' });
    charts.simulated.resolve('readOrder', order({}));
    expect(charts.state()).toBe('purchase.payment.choosing');
  });

  it('by cancellation is reported once', () => {
    const charts = at('purchase.payment.choosing');
    look(charts);
    charts.simulated.resolve('lookAtOrder', order({ status: 'cancelled' }));
    charts.simulated.resolve('readOrder', order({ status: 'cancelled' }));
    expect(charts.state()).toMatch(/^purchase\.order/);
    expect(dialogOf(charts)).toMatchObject({ text: { textKey: 'failure_order_closed' } });
  });

  it('is also noticed by a rejected request', () => {
    const charts = at('purchase.sign-in.editing');
    charts.purchase.send({ type: 'customer.submit', customer });
    charts.simulated.reject('putCustomer', fails('order_closed')[0]?.error);
    charts.simulated.resolve('readOrder', paid);
    expect(charts.state()).toBe('purchase.complete');
  });

  it.each([
    ['is still open', (charts: Charts) => charts.simulated.resolve('lookAtOrder', order({}))],
    ['cannot be read', (charts: Charts) => charts.simulated.reject('lookAtOrder', fails('connection_error')[0]?.error)],
  ])('is not reported when the order %s, and the order can be read again', (_, answer) => {
    const charts = at('purchase.payment.choosing');
    look(charts);
    answer(charts);
    expect(charts.state()).toBe('purchase.payment.choosing');
    look(charts);
    expect(charts.simulated.waiting()).toContain('app/purchase/hold/lookAtOrder');
  });
});

describe('a tab', () => {
  const isLooking = ({ simulated }: Charts) => simulated.waiting().includes('app/purchase/hold/lookAtOrder');
  const watched = (state: string): Charts => {
    const charts = at(state);
    ends.push(mirrorOtherTabs(charts.app));
    return charts;
  };

  it('reads its order when another tab has ended an order', () => {
    const charts = watched('purchase.confirm');
    expect(isLooking(charts)).toBe(false);
    dispatchEvent(new StorageEvent('storage', { key: 'ticket-store:ended', newValue: '1' }));
    expect(isLooking(charts)).toBe(true);
  });

  it('does not read its order for unrelated storage events', () => {
    const charts = watched('purchase.confirm');
    dispatchEvent(new StorageEvent('storage', { key: 'something-else', newValue: '1' }));
    expect(isLooking(charts)).toBe(false);
  });

  it('reads its order when it becomes visible', () => {
    const charts = watched('purchase.payment.choosing');
    document.dispatchEvent(new Event('visibilitychange'));
    expect(isLooking(charts)).toBe(true);
  });

  it('queries a pending payment at once when it becomes visible', () => {
    const charts = watched('purchase.checkout.waiting');
    document.dispatchEvent(new Event('visibilitychange'));
    expect(charts.state()).toBe('purchase.checkout.asking');
  });

  it('reads its order when it is restored', () => {
    const charts = at('purchase.payment.choosing');
    ends.push(mirrorRedirect(charts.app));
    expect(isLooking(charts)).toBe(true);
  });

  it.each(['purchase.complete', 'purchase.order.choosing'])(
    'notifies other tabs when its order has ended: %s',
    (state) => {
      const charts = watched('purchase.payment.choosing');
      expect(localStorage.getItem('ticket-store:ended')).toBeNull();
      if (state === 'purchase.complete') {
        charts.toConfirm();
        charts.toChecking();
        charts.toComplete();
      } else {
        charts.purchase.send({ type: 'order.cancel' });
        charts.simulated.resolve('cancelOrder');
      }
      expect(charts.state()).toBe(state);
      expect(localStorage.getItem('ticket-store:ended')).not.toBeNull();
    },
  );
});
