import { describe, expect, it } from 'vitest';
import { Failure, type FailureCode, type FailureDetails } from '#src/domain/failures.ts';
import { completion, orderReply } from './answers.ts';
import { day, firstChoice, timespan } from './sample-shop.ts';
import { type Charts, openCharts, stateSetups } from './shortcut.ts';

/** The failures that open a dialog (docs/product.md#failure-dialogs), in any chart; all others are shown in place. */

const failure = (code: FailureCode, part: Partial<FailureDetails> = {}) =>
  new Failure({ code, unknown: false, ...part });
const at = (state: string): Charts => {
  const charts = openCharts();
  stateSetups[state]?.(charts);
  return charts;
};
/** Text ids of the queued dialogs, in sequence. */
const dialogs = ({ app }: Charts): string[] =>
  (app.getSnapshot().children.dialog?.getSnapshot().context.queue ?? []).flatMap(({ text }: { text: object }) =>
    'textKey' in text ? [String(text.textKey)] : [],
  );
const chooseTime = ({ purchase }: Charts) => {
  const { order } = purchase.getSnapshot().children;
  order.send({ type: 'product.choose', ...firstChoice });
  order.send({ type: 'day.choose', day });
  order.send({ type: 'timespan.choose', timespan });
};

describe('a dialog', () => {
  it('shows that the catalogue could not be loaded', () => {
    const charts = openCharts();
    charts.simulated.reject('openShop', failure('connection_error'));
    expect(dialogs(charts)).toEqual(['failure_connection_error']);
  });

  it('shows that the stock could not be loaded', () => {
    const charts = openCharts();
    chooseTime(charts);
    charts.simulated.reject('checkStock', failure('connection_error'));
    expect(dialogs(charts)).toEqual(['failure_connection_error']);
  });

  it('shows that an order was cancelled or paid elsewhere, once, on the order page', () => {
    const charts = at('purchase.payment.choosing');
    charts.purchase.getSnapshot().children.hold.send({ type: 'hold.extend' });
    charts.simulated.reject('extendHold', failure('order_closed'));
    charts.simulated.resolve('readOrder', orderReply({ status: 'cancelled' }).output);
    expect(charts.state()).toMatch(/^purchase\.order/);
    expect(dialogs(charts)).toEqual(['failure_order_closed']);
  });

  it('shows that the cancellation may have failed; the order is read again, and can be cancelled again', () => {
    const charts = at('purchase.payment.choosing');
    charts.purchase.send({ type: 'order.cancel' });
    charts.simulated.reject('cancelOrder', failure('connection_error', { unknown: true }));
    expect(charts.state()).toBe('purchase.resuming');
    expect(dialogs(charts)).toEqual(['failure_connection_error']);
    charts.simulated.reject('readOrder', failure('connection_error'));
    expect(charts.state()).toBe('purchase.error');
    expect(charts.purchase.getSnapshot().can({ type: 'order.resume' })).toBe(true);
  });
});

describe('no dialog', () => {
  it('opens if the order to be cancelled was paid in another tab; its tickets are shown', () => {
    const charts = at('purchase.payment.choosing');
    charts.purchase.send({ type: 'order.cancel' });
    charts.simulated.reject('cancelOrder', failure('order_closed', { silent: true }));
    charts.simulated.resolve('readOrder', orderReply({ status: 'paid', completion }).output);
    expect(charts.state()).toBe('purchase.complete');
    expect(dialogs(charts)).toEqual([]);
  });

  it('opens for a refused extension, which is reported in place and not offered again', () => {
    const charts = at('purchase.payment.choosing');
    const { hold } = charts.purchase.getSnapshot().children;
    hold.send({ type: 'hold.extend' });
    charts.simulated.reject('extendHold', failure('extension_limit'));
    expect(dialogs(charts)).toEqual([]);
    expect(hold.getSnapshot().context).toMatchObject({ failure: { code: 'extension_limit' }, extensionsLeft: 0 });
    expect(hold.getSnapshot().can({ type: 'hold.extend' })).toBe(false);
  });
});
