import { describe, expect, it } from 'vitest';
import { completion, customer, fails, orderReply } from './answers.ts';
import { type Charts, openIn } from './shortcut.ts';

/** The warning goes with the hold, whatever ends it; walks end a purchase with no warning open. Other dialogs: `properties/dialogs.ts`. */

const dialog = ({ app }: Charts) => app.getSnapshot().children.dialog;
const numbers = (charts: Charts): number[] =>
  dialog(charts)
    ?.getSnapshot()
    .context.queue.map(({ number }: { number: number }) => number);
const order = (part: Parameters<typeof orderReply>[0]) => orderReply({ customer_info: customer, ...part }).output;

describe('the warning that the hold ends', () => {
  const warned = (state = 'purchase.payment.choosing'): Charts => {
    const charts = openIn(state);
    charts.simulated.fire('holdWarning');
    expect(numbers(charts)).toEqual([1]);
    return charts;
  };
  const ends: Record<string, (charts: Charts) => void> = {
    'was held again': ({ simulated }) => {
      simulated.fire('holdDeadline');
      simulated.resolve('retakeHold', order({}));
    },
    'was extended elsewhere on the page': ({ purchase, simulated }) => {
      purchase.getSnapshot().children.hold.send({ type: 'hold.extend' });
      simulated.resolve('extendHold', order({}));
    },
    'is over': ({ simulated }) => simulated.fire('holdDeadline'),
    'was lost while the connection was down': ({ simulated }) => {
      simulated.fire('holdDeadline');
      simulated.reject('retakeHold', fails('connection_error')[0]?.error);
    },
    'is cancelled': ({ purchase }) => purchase.send({ type: 'order.cancel' }),
    'was paid in another tab': ({ purchase, simulated }) => {
      purchase.getSnapshot().children.hold.send({ type: 'page.returned' });
      simulated.resolve('lookAtOrder', order({ status: 'paid', completion }));
    },
    'is being read again': ({ confirmMail, simulated }) => {
      confirmMail('mail-1');
      simulated.resolve('readOrder', order({}));
    },
  };

  it.each(Object.entries(ends))('is closed when the order %s', (_, happen) => {
    const charts = warned();
    happen(charts);
    expect(numbers(charts)).not.toContain(1);
  });

  it('is closed when the order is paid', () => {
    const charts = warned('purchase.confirm');
    charts.purchase.send({ type: 'checkout.submit' });
    expect(numbers(charts)).toEqual([]);
  });
});
