import { actorAt, simulateActors } from '@ticket-store/chart-tools/explore/simulated.ts';
import { onTestFinished } from 'vitest';
import { type AnyActorRef, createActor, type InspectionEvent } from 'xstate';
import type { AppInput } from '#machines/app/app.types.ts';
import { machines } from '#machines/index.ts';
import { onScreen } from '#machines/shared/on-screen.ts';
import { pageRequested } from '#machines/shared/screens.ts';
import type { Method } from '#src/domain/payment.ts';
import type { SiteRules } from '#src/domain/site.ts';
import { mirrorHash } from '#src/mirrors/address/hash.ts';
import { mirrorStorage } from '#src/mirrors/storage/stored-app.ts';
import { card, completion, customer, orderReply } from './answers.ts';
import { sites } from './plan-rows.ts';
import { ticketForTwo } from './plans/send.ts';
import { days, firstChoice, months, oneAdult, slots, timespan } from './sample-shop.ts';

export const input: AppInput = { site: sites[0], lang: 'ja' };

type Opening = {
  site?: SiteRules | undefined;
  /** The storage of an earlier visit. */
  stored?: string | undefined;
  /** Sees every step. */
  inspect?: (event: InspectionEvent) => void;
};

/** The charts alone with simulated actors and short ways through a purchase, for tests of what observes them. */
export const openCharts = ({ site = input.site, stored, inspect = () => undefined }: Opening = {}) => {
  const { machine, simulated } = simulateActors(machines.app);
  const snapshot = stored === undefined ? {} : { snapshot: JSON.parse(stored) };
  const app = createActor(machine, { inspect, input: { ...input, site }, ...snapshot }).start();
  const actor = (...path: string[]): AnyActorRef => {
    const found = actorAt(app, ['app', 'purchase', ...path]);
    if (!found) throw new Error(`no actor ${path.join('/')}`);
    return found;
  };
  const choose = (): void => {
    const order = actor('order');
    order.send({ type: 'product.choose', ...firstChoice });
    order.send({ type: 'timespan.choose', timespan });
    simulated.resolve('checkStock', timespan);
    order.send({ type: 'option.set', line: oneAdult });
  };
  return {
    app,
    simulated,
    purchase: actor(),
    state: () => onScreen(app).state,
    stored: (): string => JSON.stringify(app.getPersistedSnapshot()),
    choose,
    /** Opens the link of a mail and confirms it. */
    confirmMail: (token: string) => {
      app.send(pageRequested('mail-confirm', {}, { token }));
      app.send({ type: 'mail.confirm' });
    },
    toSignIn: (token = 'order-1') => {
      choose();
      actor('order').send({ type: 'order.submit' });
      simulated.resolve('placeOrder', { ...orderReply({}).output, token });
    },
    toPayment: () => {
      actor().send({ type: 'customer.submit', customer });
      simulated.resolve('putCustomer', orderReply({ customer_info: customer }).output);
    },
    toConfirm: (method: Method = 'stripe_secure') => {
      actor('payment').send({ type: 'method.choose', method });
      actor('payment').send({ type: 'payment.submit', method });
      simulated.resolve('takeToken', card);
    },
    toChecking: () => {
      actor().send({ type: 'checkout.submit' });
      simulated.resolve('postCheckout', { status: 'checking', retry_after: 3 });
    },
    toComplete: () => {
      actor('checkout').send({ type: 'checkout.ask' });
      simulated.resolve('queryOutcome', { status: 'paid', token: 'order-1', completion });
    },
    /** Opens a ticket's page with its ticket loaded. */
    toTicketPage: (screen: 'send' | 'changedate' | 'revoke') => {
      app.send(pageRequested(screen, { token: 'ticket-1' }));
      simulated.resolve(`app/${screen}/readTicket`, ticketForTwo());
      return (type: string, more: object = {}) => actorAt(app, ['app', screen])?.send({ ...more, type });
    },
  };
};

export type Charts = ReturnType<typeof openCharts>;

/** States, each with the way to it. */
export const stateSetups: Record<string, (charts: Charts) => void> = {
  'purchase.order.choosing': () => undefined,
  'purchase.sign-in.editing': ({ toSignIn }) => toSignIn(),
  'purchase.payment.choosing': (charts) => {
    charts.toSignIn();
    charts.toPayment();
  },
  'purchase.confirm': (charts) => {
    stateSetups['purchase.payment.choosing']?.(charts);
    charts.toConfirm();
  },
  'purchase.checkout.waiting': (charts) => {
    stateSetups['purchase.confirm']?.(charts);
    charts.toChecking();
  },
  'purchase.complete': (charts) => {
    stateSetups['purchase.checkout.waiting']?.(charts);
    charts.toComplete();
  },
  'send.choosing': ({ toTicketPage }) => void toTicketPage('send'),
  'send.checking': ({ toTicketPage }) =>
    toTicketPage('send')('send.check', { email: 'friend@visitor.example', note: 'Hello' }),
  'send.sent': (charts) => {
    stateSetups['send.checking']?.(charts);
    actorAt(charts.app, ['app', 'send'])?.send({ type: 'send.submit' });
    charts.simulated.resolve('handOver', { quantity: 1, sent_to: '', reservation_token: 'ticket-2' });
  },
  'revoke.asking': ({ toTicketPage }) => void toTicketPage('revoke'),
  'revoke.revoked': ({ toTicketPage, simulated }) => {
    toTicketPage('revoke')('revoke.submit');
    simulated.resolve('revokeTicket', 'h***@visitor.example');
  },
  'changedate.changedate.choosing': ({ toTicketPage, simulated }) => {
    const send = toTicketPage('changedate');
    simulated.resolve('app/changedate/search', { days: days(months[0]), slots });
    send('timespan.choose', { timespan: slots[1] });
  },
  'changedate.confirm.asking': (charts) => {
    stateSetups['changedate.changedate.choosing']?.(charts);
    actorAt(charts.app, ['app', 'changedate'])?.send({ type: 'date.check' });
  },
  'changedate.complete': (charts) => {
    stateSetups['changedate.confirm.asking']?.(charts);
    actorAt(charts.app, ['app', 'changedate'])?.send({ type: 'date.submit' });
    charts.simulated.resolve('changeDate', { result: 'ticket-3', placed: null });
  },
};

/** The charts alone, in a state. */
export const openIn = (state: string): Charts => {
  const charts = openCharts();
  stateSetups[state]?.(charts);
  return charts;
};

/** A page at an address, which the charts then mirror; it ends with the test. */
export const openAt = (address: string, site?: SiteRules): Charts => {
  document.documentElement.dataset.env = 'development';
  history.pushState(null, '', address);
  const charts = openCharts({ site });
  const end = mirrorHash(charts.app);
  onTestFinished(() => {
    end();
    charts.app.stop();
  });
  return charts;
};

type Storing<T> = { shape?: string; setups?: typeof stateSetups; see?: (app: Charts['app']) => T };

/** Stores in this tab the data that a page stores at a state, with charts of this shape. Returns what `see` saw of them. */
export const storeAt = <T = void>(
  state: string,
  { shape = 'a-shape', setups = stateSetups, see }: Storing<T> = {},
): T | undefined => {
  const charts = openCharts();
  const end = mirrorStorage(charts.app, machines.app, input, shape);
  setups[state]?.(charts);
  end();
  const seen = see?.(charts.app);
  charts.app.stop();
  return seen;
};
