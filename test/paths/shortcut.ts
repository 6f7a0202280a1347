import { type AnyActorRef, createActor } from 'xstate';
import type { AppInput } from '#machines/app/app.types.ts';
import { machines } from '#machines/index.ts';
import { onScreen } from '#machines/shared/on-screen.ts';
import type { Method } from '#src/domain/payment.ts';
import type { SiteRules } from '#src/domain/site.ts';
import { actorAt, holdActors } from '#test/tools/explore/held.ts';
import { card, completion, customer, told } from './answers.ts';
import { sites } from './plan-rows.ts';
import { party } from './plans/send.ts';
import { days, kept, months, slots, timespan } from './sample-shop.ts';

export const input: AppInput = { site: sites[0], lang: 'ja' };

/**
 * The charts alone with simulated actors and short ways through a purchase, for tests of what observes them. `stored` is the
 * storage of an earlier visit.
 */
export const openCharts = (site: SiteRules = input.site, stored?: string) => {
  const { machine, held } = holdActors(machines.app);
  const app = createActor(machine, {
    input: { ...input, site },
    ...(stored === undefined ? {} : { snapshot: JSON.parse(stored) }),
  }).start();
  const actor = (...path: string[]): AnyActorRef => {
    const found = actorAt(app, ['app', 'purchase', ...path]);
    if (!found) throw new Error(`no actor ${path.join('/')}`);
    return found;
  };
  const choose = (): void => {
    const order = actor('order');
    order.send({ type: 'product.choose', product: kept, month: months[0] });
    order.send({ type: 'timespan.choose', timespan });
    held.resolve('checkStock', timespan);
    order.send({ type: 'option.set', line: { id: 'adult', name: 'Adult', price: 2000, count: 1 } });
  };
  return {
    app,
    held,
    purchase: actor(),
    state: () => onScreen(app).state,
    stored: (): string => JSON.stringify(app.getPersistedSnapshot()),
    choose,
    toSignIn: () => {
      choose();
      actor('order').send({ type: 'order.submit' });
      held.resolve('placeOrder', told({}).output);
    },
    toPayment: () => {
      actor().send({ type: 'customer.submit', customer });
      held.resolve('putCustomer', told({ customer_info: customer }).output);
    },
    toConfirm: (method: Method = 'stripe_secure') => {
      actor('payment').send({ type: 'method.choose', method });
      actor('payment').send({ type: 'payment.submit', method });
      held.resolve('takeToken', card);
    },
    toChecking: () => {
      actor().send({ type: 'checkout.submit' });
      held.resolve('postCheckout', { status: 'checking', retry_after: 3 });
    },
    toComplete: () => {
      actor('checkout').send({ type: 'checkout.ask' });
      held.resolve('askOutcome', { status: 'paid', token: 'order-1', completion });
    },
    /** Opens a ticket's page with its ticket loaded. */
    toTicketPage: (screen: 'send' | 'changedate' | 'revoke') => {
      app.send({ type: 'page.requested', screen, params: { token: 'ticket-1' }, query: {} });
      held.resolve(`app/${screen}/readTicket`, party());
      return (type: string, more: object = {}) => actorAt(app, ['app', screen])?.send({ ...more, type });
    },
  };
};

export type Charts = ReturnType<typeof openCharts>;

/** States, each with the way to it. */
export const standings: Record<string, (charts: Charts) => void> = {
  'purchase.order.choosing': () => undefined,
  'purchase.sign-in.editing': ({ toSignIn }) => toSignIn(),
  'purchase.payment.choosing': (charts) => {
    charts.toSignIn();
    charts.toPayment();
  },
  'purchase.confirm': (charts) => {
    standings['purchase.payment.choosing']?.(charts);
    charts.toConfirm();
  },
  'purchase.checkout.waiting': (charts) => {
    standings['purchase.confirm']?.(charts);
    charts.toChecking();
  },
  'purchase.complete': (charts) => {
    standings['purchase.checkout.waiting']?.(charts);
    charts.toComplete();
  },
  'send.choosing': ({ toTicketPage }) => void toTicketPage('send'),
  'send.checking': ({ toTicketPage }) =>
    toTicketPage('send')('send.check', { email: 'friend@visitor.example', note: 'Hello' }),
  'send.sent': (charts) => {
    standings['send.checking']?.(charts);
    actorAt(charts.app, ['app', 'send'])?.send({ type: 'send.submit' });
    charts.held.resolve('handOver', { quantity: 1, sent_to: '', reservation_token: 'ticket-2' });
  },
  'revoke.asking': ({ toTicketPage }) => void toTicketPage('revoke'),
  'revoke.revoked': ({ toTicketPage, held }) => {
    toTicketPage('revoke')('revoke.submit');
    held.resolve('revokeTicket', 'h***@visitor.example');
  },
  'changedate.changedate.choosing': ({ toTicketPage, held }) => {
    const send = toTicketPage('changedate');
    held.resolve('app/changedate/search', { days: days(months[0]), slots });
    send('timespan.choose', { timespan: slots[1] });
  },
  'changedate.confirm.asking': (charts) => {
    standings['changedate.changedate.choosing']?.(charts);
    actorAt(charts.app, ['app', 'changedate'])?.send({ type: 'date.check' });
  },
  'changedate.complete': (charts) => {
    standings['changedate.confirm.asking']?.(charts);
    actorAt(charts.app, ['app', 'changedate'])?.send({ type: 'date.submit' });
    charts.held.resolve('changeDate', 'ticket-3');
  },
};
