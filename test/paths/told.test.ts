import { describe, expect, it } from 'vitest';
import { Failure, type FailureCode, type FailureNote } from '#src/domain/failures.ts';
import { completion, told } from './answers.ts';
import { day, kept, months, timespan } from './sample-shop.ts';
import { type Charts, openCharts, standings } from './shortcut.ts';

/** The failures that open a dialog (docs/product.md#failure-dialogs), in any chart; all others are shown in place. */

const failure = (code: FailureCode, part: Partial<FailureNote> = {}) => new Failure({ code, unknown: false, ...part });
const at = (state: string): Charts => {
  const charts = openCharts();
  standings[state]?.(charts);
  return charts;
};
/** Text ids of the queued dialogs, in sequence. */
const dialogs = ({ app }: Charts): string[] =>
  (app.getSnapshot().children.dialog?.getSnapshot().context.queue ?? []).flatMap(({ text }: { text: object }) =>
    'textKey' in text ? [String(text.textKey)] : [],
  );
const chooseTime = ({ purchase }: Charts) => {
  const { order } = purchase.getSnapshot().children;
  order.send({ type: 'product.choose', product: kept, month: months[0] });
  order.send({ type: 'day.choose', day });
  order.send({ type: 'timespan.choose', timespan });
};

describe('a dialog', () => {
  it('says that the shop could not be read', () => {
    const charts = openCharts();
    charts.held.reject('openShop', failure('connection_error'));
    expect(dialogs(charts)).toEqual(['failure_connection_error']);
  });

  it('says that stock could not be read', () => {
    const charts = openCharts();
    chooseTime(charts);
    charts.held.reject('checkStock', failure('connection_error'));
    expect(dialogs(charts)).toEqual(['failure_connection_error']);
  });

  it('says that an order was cancelled or paid elsewhere, once, on the order page', () => {
    const charts = at('purchase.payment.choosing');
    charts.purchase.getSnapshot().children.hold.send({ type: 'hold.extend' });
    charts.held.reject('extendHold', failure('order_closed'));
    charts.held.resolve('readOrder', told({ status: 'cancelled' }).output);
    expect(charts.state()).toMatch(/^purchase\.order/);
    expect(dialogs(charts)).toEqual(['failure_order_closed']);
  });

  it('says that tickets may not have been given back; the order is read again, since it may be cancelled once more', () => {
    const charts = at('purchase.payment.choosing');
    charts.purchase.send({ type: 'order.cancel' });
    charts.held.reject('cancelOrder', failure('connection_error', { unknown: true }));
    expect(charts.state()).toBe('purchase.resuming');
    expect(dialogs(charts)).toEqual(['failure_connection_error']);
    charts.held.reject('readOrder', failure('connection_error'));
    expect(charts.state()).toBe('purchase.error');
    expect(charts.purchase.getSnapshot().can({ type: 'order.resume' })).toBe(true);
  });
});

describe('no dialog', () => {
  it('opens where the order that is cancelled was paid in another tab: its tickets are shown', () => {
    const charts = at('purchase.payment.choosing');
    charts.purchase.send({ type: 'order.cancel' });
    charts.held.reject('cancelOrder', failure('order_closed', { silent: true }));
    charts.held.resolve('readOrder', told({ status: 'paid', completion }).output);
    expect(charts.state()).toBe('purchase.complete');
    expect(dialogs(charts)).toEqual([]);
  });

  it('opens for more time that is not to be had: that is said where it was asked for, and not asked again', () => {
    const charts = at('purchase.payment.choosing');
    const { hold } = charts.purchase.getSnapshot().children;
    hold.send({ type: 'hold.extend' });
    charts.held.reject('extendHold', failure('extension_limit'));
    expect(dialogs(charts)).toEqual([]);
    expect(hold.getSnapshot().context).toMatchObject({ note: { code: 'extension_limit' }, extensionsLeft: 0 });
    expect(hold.getSnapshot().can({ type: 'hold.extend' })).toBe(false);
  });
});
