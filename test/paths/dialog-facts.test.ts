import { afterEach, describe, expect, it } from 'vitest';
import { pageRequested, type Screen } from '#machines/shared/screens.ts';
import { cancelQuestion } from '#src/screens/purchase/cancel-button.tsx';
import { forgetQuestion } from '#src/screens/ticket/forget-ticket.tsx';
import { completion, customer, fails, notice, orderReply } from './answers.ts';
import { ticketIn } from './sample-tickets.ts';
import { type Charts, openCharts, stateSetups } from './shortcut.ts';

/** A dialog is about a fact, and goes with it: the hold that ends, the order that can be cancelled, the ticket on screen. */

const opened: Charts[] = [];

const at = (state: string): Charts => {
  const charts = openCharts();
  stateSetups[state]?.(charts);
  opened.push(charts);
  return charts;
};
const dialog = ({ app }: Charts) => app.getSnapshot().children.dialog;
const numbers = (charts: Charts): number[] =>
  dialog(charts)
    ?.getSnapshot()
    .context.queue.map(({ number }: { number: number }) => number);
const order = (part: Parameters<typeof orderReply>[0]) => orderReply({ customer_info: customer, ...part }).output;

afterEach(() => {
  for (const { app } of opened.splice(0)) app.stop();
});

describe('the warning that the hold ends', () => {
  const warned = (state = 'purchase.payment.choosing'): Charts => {
    const charts = at(state);
    charts.simulated.fire('holdWarning');
    expect(numbers(charts)).toEqual([1]);
    return charts;
  };
  const closures: [string, (charts: Charts) => void][] = [
    [
      'was held again',
      ({ simulated }) => {
        simulated.fire('holdDeadline');
        simulated.resolve('retakeHold', order({}));
      },
    ],
    [
      'was extended elsewhere on the page',
      ({ purchase, simulated }) => {
        purchase.getSnapshot().children.hold.send({ type: 'hold.extend' });
        simulated.resolve('extendHold', order({}));
      },
    ],
    ['is over', ({ simulated }) => simulated.fire('holdDeadline')],
    [
      'was lost while the connection was down',
      ({ simulated }) => {
        simulated.fire('holdDeadline');
        simulated.reject('retakeHold', fails('connection_error')[0]?.error);
      },
    ],
    ['is cancelled', ({ purchase }) => purchase.send({ type: 'order.cancel' })],
    [
      'was paid in another tab',
      ({ purchase, simulated }) => {
        purchase.getSnapshot().children.hold.send({ type: 'page.returned' });
        simulated.resolve('lookAtOrder', order({ status: 'paid', completion }));
      },
    ],
    [
      'is being read again',
      (charts) => {
        charts.app.send(pageRequested('mail-confirm', {}, { token: 'mail-1' }));
        charts.simulated.resolve('readOrder', order({}));
      },
    ],
  ];

  it.each(closures)('is closed when the order %s', (_, happen) => {
    const charts = warned();
    happen(charts);
    expect(numbers(charts)).not.toContain(1);
  });

  it('is closed when the order is paid', () => {
    const charts = warned('purchase.confirm');
    charts.purchase.send({ type: 'checkout.submit' });
    expect(numbers(charts)).toEqual([]);
  });

  it('is closed when the seats are lost, and the loss is reported', () => {
    const charts = warned();
    charts.simulated.fire('holdDeadline');
    charts.simulated.reject('retakeHold', fails('session_timeout')[0]?.error);
    expect(numbers(charts)).toEqual([100]);
  });

  it('stays on the next page, where the hold ends just as soon', () => {
    const charts = warned();
    charts.purchase.send({ type: 'step.back' });
    expect(numbers(charts)).toEqual([1]);
  });

  it('leaves other dialogs in the queue', () => {
    const charts = warned();
    dialog(charts)?.send({ type: 'dialog.ask', dialog: notice(7) });
    charts.simulated.fire('holdDeadline');
    expect(numbers(charts)).toEqual([7]);
  });
});

describe('the question whether to cancel the order', () => {
  const open = (): Charts => {
    const charts = at('purchase.payment.choosing');
    dialog(charts)?.send({ type: 'dialog.ask', dialog: cancelQuestion });
    return charts;
  };

  it('is closed when the order has ended in another tab', () => {
    const charts = open();
    charts.purchase.getSnapshot().children.hold.send({ type: 'page.returned' });
    charts.simulated.resolve('lookAtOrder', order({ status: 'paid', completion }));
    expect(numbers(charts)).toEqual([]);
  });

  it('is closed when its page is left by Back', () => {
    const charts = open();
    charts.purchase.send({ type: 'step.back' });
    expect(numbers(charts)).toEqual([]);
  });

  it('is closed when the visitor opens another page', () => {
    const charts = open();
    charts.app.send(pageRequested('terms'));
    expect(numbers(charts)).toEqual([]);
  });

  it('is answered once', () => {
    const charts = open();
    dialog(charts)?.send({ type: 'dialog.ok' });
    expect(charts.state()).toBe('purchase.cancelling');
    expect(numbers(charts)).toEqual([]);
  });
});

describe('the question whether to forget a ticket', () => {
  const open = (charts: Charts, screen: Screen, token: string) => {
    charts.app.send(pageRequested(screen, { token }));
    charts.simulated.resolve(screen === 'ticket' ? 'readTicket' : 'readShared', ticketIn('valid'));
  };

  it.each([
    ['ticket', 'ticket'],
    ['shared', 'shared-ticket'],
  ] as const)('on %s never forgets another ticket', (screen, of) => {
    const charts = at('purchase.order.choosing');
    open(charts, screen, 'ticket-1');
    dialog(charts)?.send({ type: 'dialog.ask', dialog: forgetQuestion(of) });
    expect(numbers(charts)).toEqual([3]);
    open(charts, screen, 'ticket-2');
    expect(numbers(charts)).toEqual([]);
    dialog(charts)?.send({ type: 'dialog.ok' });
    expect(charts.simulated.waiting().join()).not.toContain('forgetTicket');
  });

  it('is closed when its page is left', () => {
    const charts = at('purchase.order.choosing');
    open(charts, 'ticket', 'ticket-1');
    dialog(charts)?.send({ type: 'dialog.ask', dialog: forgetQuestion('ticket') });
    charts.app.send(pageRequested('order'));
    expect(numbers(charts)).toEqual([]);
  });
});
