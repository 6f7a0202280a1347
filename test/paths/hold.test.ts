import { afterEach, describe, expect, it } from 'vitest';
import { mirrorLeave, mirrorOtherTabs } from '#src/mirrors/leave.ts';
import { completion, customer, fails, told } from './answers.ts';
import { type Charts, openCharts, standings } from './shortcut.ts';

/** The hold, and what another tab does to it: nothing is lost while seats are available, and an ended order is not offered. */

const ends: (() => void)[] = [];

const at = (state: string): Charts => {
  const charts = openCharts();
  standings[state]?.(charts);
  ends.push(() => charts.app.stop());
  return charts;
};
const dialogOf = ({ app }: Charts) => app.getSnapshot().children.dialog?.getSnapshot().context.queue[0];
const holdOf = ({ purchase }: Charts) => purchase.getSnapshot().children.hold;
/** The order in the server's current state. */
const order = (part: Parameters<typeof told>[0]) => told({ customer_info: customer, ...part }).output;
const paid = order({ status: 'paid', completion });

afterEach(() => {
  for (const end of ends.splice(0)) end();
  localStorage.clear();
});

describe('two minutes before the end', () => {
  it('a dialog asks, and gives more time', () => {
    const charts = at('purchase.payment.choosing');
    charts.held.fire('holdWarning');
    expect(dialogOf(charts)).toMatchObject({ number: 1, okButton: { textKey: 'hold_extend' } });
    charts.app.getSnapshot().children.dialog?.send({ type: 'dialog.ok' });
    expect(charts.held.input('extendHold')).toMatchObject({ token: 'order-1' });
  });

  it('it offers no more time when there is none to be had', () => {
    const charts = at('purchase.payment.choosing');
    holdOf(charts).send({ type: 'hold.extend' });
    charts.held.resolve('extendHold', order({ extensions_left: 0 }));
    charts.held.fire('holdWarning');
    expect(dialogOf(charts)).toMatchObject({
      text: { textKey: 'failure_extension_limit' },
      okButton: { textKey: 'common_close' },
    });
    expect(dialogOf(charts)).not.toHaveProperty('okAction');
  });

  it('that a phone slept over is not told any more: the seats are asked for at once', () => {
    const charts = at('purchase.payment.choosing');
    charts.held.resolve('holdWarning', 120_000);
    expect(dialogOf(charts)).toBeUndefined();
    expect(charts.held.waiting()).toContain('app/purchase/hold/retakeHold');
  });
});

describe('an order that ended elsewhere', () => {
  const look = (charts: Charts) => holdOf(charts).send({ type: 'page.returned' });

  it.each(['purchase.sign-in.editing', 'purchase.payment.choosing', 'purchase.confirm'])(
    'by being paid shows its tickets to a tab that stood at %s',
    (state) => {
      const charts = at(state);
      look(charts);
      charts.held.resolve('lookAtOrder', paid);
      charts.held.resolve('readOrder', paid);
      expect(charts.state()).toBe('purchase.complete');
      expect(charts.purchase.getSnapshot().context).toMatchObject({ completion, payment: null });
      expect(dialogOf(charts)).toBeUndefined();
    },
  );

  it('by a payment that is on its way is waited for, never paid once more by itself', () => {
    const charts = at('purchase.confirm');
    look(charts);
    charts.held.resolve('lookAtOrder', order({ status: 'checking' }));
    charts.held.resolve('readOrder', order({ status: 'checking' }));
    expect(charts.state()).toBe('purchase.checkout.asking');
    expect(charts.held.waiting().join()).not.toContain('postCheckout');
    charts.held.resolve('askOutcome', { status: 'open', token: 'order-1' });
    charts.held.resolve('readOrder', order({}));
    expect(charts.state()).toBe('purchase.payment.choosing');
  });

  it('by being cancelled says so, once', () => {
    const charts = at('purchase.payment.choosing');
    look(charts);
    charts.held.resolve('lookAtOrder', order({ status: 'cancelled' }));
    charts.held.resolve('readOrder', order({ status: 'cancelled' }));
    expect(charts.state()).toMatch(/^purchase\.order/);
    expect(dialogOf(charts)).toMatchObject({ text: { textKey: 'failure_order_closed' } });
  });

  it('is noticed by a press that the server refuses, too', () => {
    const charts = at('purchase.sign-in.editing');
    charts.purchase.send({ type: 'customer.submit', customer });
    charts.held.reject('putCustomer', fails('order_closed')[0]?.error);
    charts.held.resolve('readOrder', paid);
    expect(charts.state()).toBe('purchase.complete');
  });

  it.each([
    ['is still open', (charts: Charts) => charts.held.resolve('lookAtOrder', order({}))],
    ['cannot be read', (charts: Charts) => charts.held.reject('lookAtOrder', fails('connection_error')[0]?.error)],
  ])('not at all, when it %s: nothing happens, and it can be looked at again', (_, answer) => {
    const charts = at('purchase.payment.choosing');
    look(charts);
    answer(charts);
    expect(charts.state()).toBe('purchase.payment.choosing');
    look(charts);
    expect(charts.held.waiting()).toContain('app/purchase/hold/lookAtOrder');
  });
});

describe('a tab', () => {
  const isLooking = ({ held }: Charts) => held.waiting().includes('app/purchase/hold/lookAtOrder');
  const watched = (state: string): Charts => {
    const charts = at(state);
    ends.push(mirrorOtherTabs(charts.app));
    return charts;
  };

  it('looks at its order when another one has ended an order', () => {
    const charts = watched('purchase.confirm');
    expect(isLooking(charts)).toBe(false);
    dispatchEvent(new StorageEvent('storage', { key: 'ticket-store:ended', newValue: '1' }));
    expect(isLooking(charts)).toBe(true);
  });

  it('does not look for every word that another one writes', () => {
    const charts = watched('purchase.confirm');
    dispatchEvent(new StorageEvent('storage', { key: 'something-else', newValue: '1' }));
    expect(isLooking(charts)).toBe(false);
  });

  it('looks when it is seen again', () => {
    const charts = watched('purchase.payment.choosing');
    document.dispatchEvent(new Event('visibilitychange'));
    expect(isLooking(charts)).toBe(true);
  });

  it('asks at once for a payment nobody knows of yet, when it is seen again', () => {
    const charts = watched('purchase.checkout.waiting');
    document.dispatchEvent(new Event('visibilitychange'));
    expect(charts.state()).toBe('purchase.checkout.asking');
  });

  it('looks when it is restored', () => {
    const charts = at('purchase.payment.choosing');
    ends.push(mirrorLeave(charts.app));
    expect(isLooking(charts)).toBe(true);
  });

  it.each(['purchase.complete', 'purchase.order.choosing'])(
    'tells the others when its order has ended: %s',
    (state) => {
      const charts = watched('purchase.payment.choosing');
      expect(localStorage.getItem('ticket-store:ended')).toBeNull();
      if (state === 'purchase.complete') {
        charts.toConfirm();
        charts.toChecking();
        charts.toComplete();
      } else {
        charts.purchase.send({ type: 'order.cancel' });
        charts.held.resolve('cancelOrder');
      }
      expect(charts.state()).toBe(state);
      expect(localStorage.getItem('ticket-store:ended')).not.toBeNull();
    },
  );
});
