import { afterEach, describe, expect, it } from 'vitest';
import type { AnyActorRef } from 'xstate';
import { machines } from '#machines/index.ts';
import { onScreen } from '#machines/shared/on-screen.ts';
import { pageRequested } from '#machines/shared/screens.ts';
import { type Method, methods } from '#src/domain/payment.ts';
import { mirrorRedirect } from '#src/mirrors/redirect.ts';
import { restoreApp } from '#src/mirrors/storage/restore.ts';
import { mirrorStorage, snapshotKey } from '#src/mirrors/storage/stored-app.ts';
import { actorAt, type SimulatedActors, simulateActors } from '#test/tools/explore/simulated.ts';
import { completion, connectionLost } from './answers.ts';
import { input, openCharts } from './shortcut.ts';

/** Every method, every state of its checkout, every disturbance of the page there: one payment, and a way to the ticket. */

const shape = 'a-shape';
const paid = { status: 'paid', completion };
const challenge = { status: 'requires_action', payment_intent_id: 'pi_1', client_secret: 'secret' };
const redirect = { status: 'redirect', url: 'https://pay.example/', method: 'GET', fields: {} };
const checking = { status: 'checking', retry_after: 3 };

const checkoutIn = (app: AnyActorRef): AnyActorRef | undefined => actorAt(app, ['app', 'purchase', 'checkout']);
const stateIn = (app: AnyActorRef): string => String(checkoutIn(app)?.getSnapshot().value ?? 'over');
const at = (child: string) => `app/purchase/checkout/${child}`;

type Page = { app: AnyActorRef; simulated: SimulatedActors };

/** The states of a checkout, with the way from the response to the payment to each of them. */
const ways: Record<string, (page: Page) => void> = {
  posting: () => undefined,
  challenging: ({ simulated }) => simulated.resolve(at('postCheckout'), challenge),
  confirming: (page) => {
    ways.challenging?.(page);
    page.simulated.resolve(at('showChallenge'));
  },
  redirecting: ({ simulated }) => simulated.resolve(at('postCheckout'), redirect),
  away: (page) => {
    ways.redirecting?.(page);
    checkoutIn(page.app)?.send({ type: 'checkout.left' });
  },
  waiting: ({ simulated }) => simulated.resolve(at('postCheckout'), checking),
  asking: (page) => {
    ways.waiting?.(page);
    checkoutIn(page.app)?.send({ type: 'checkout.ask' });
  },
};
const challenges: readonly Method[] = ['stripe_secure'];
const redirects: readonly Method[] = ['gmo', 'gmo_paypay', 'alipay', 'softbank_alipay', 'softbank_paypay'];
const statesOf = (method: Method) => [
  'posting',
  'waiting',
  'asking',
  ...(challenges.includes(method) ? ['challenging', 'confirming'] : []),
  ...(redirects.includes(method) ? ['redirecting', 'away'] : []),
];

/** Keys with which all pages of the test sent the payment. */
let keys = new Set<string>();
const recordKey = ({ simulated }: Page): void => {
  if (simulated.waiting().includes(at('postCheckout')))
    keys.add(String(Object(simulated.input(at('postCheckout'))).key));
};

/** A page in a state of the checkout, for one method; its storage remains for further pages. */
const openAt = (method: Method, state: string): Page => {
  const charts = openCharts();
  mirrorStorage(charts.app, machines.app, input, shape);
  charts.toSignIn();
  charts.toPayment();
  charts.toConfirm(method);
  charts.purchase.send({ type: 'checkout.submit' });
  recordKey(charts);
  ways[state]?.(charts);
  expect(stateIn(charts.app)).toBe(state);
  return charts;
};

/** Another page, restored from storage. */
const reopen = (): Page => {
  const { machine, simulated } = simulateActors(machines.app);
  const app = restoreApp(machine, { input }, shape, Date.now());
  if (!app) throw new Error('nothing restored');
  app.start();
  mirrorRedirect(app);
  return { app, simulated };
};

/** Responds to requests until the order is paid; a page on which nothing can be answered or queried is a dead end. */
const finish = (page: Page): void => {
  const { app, simulated } = page;
  for (let steps = 0; stateIn(app) !== 'over' && steps < 6; steps += 1) {
    recordKey(page);
    const pending = ['postCheckout', 'confirmPayment', 'queryOutcome'].find((one) =>
      simulated.waiting().includes(at(one)),
    );
    if (pending) simulated.resolve(at(pending), pending === 'queryOutcome' ? { ...paid, token: 'order-1' } : paid);
    else if (simulated.waiting().includes(at('showChallenge'))) simulated.resolve(at('showChallenge'));
    // Sent by the leave mirror before it navigates.
    else if (checkoutIn(app)?.getSnapshot().can({ type: 'checkout.left' }))
      checkoutIn(app)?.send({ type: 'checkout.left' });
    else if (checkoutIn(app)?.getSnapshot().can({ type: 'checkout.ask' }))
      checkoutIn(app)?.send({ type: 'checkout.ask' });
    else throw new Error(`a dead end: ${onScreen(app).state}`);
  }
  expect(onScreen(app).state).toBe('purchase.complete');
};

const disturbances: Record<string, (page: Page) => Page> = {
  reload: ({ app }) => {
    app.stop();
    return reopen();
  },
  Back: (page) => {
    const before = stateIn(page.app);
    for (const screen of ['confirm', 'payment', 'order'] as const) page.app.send(pageRequested(screen));
    expect(stateIn(page.app)).toBe(before);
    return page;
  },
  'a double click': (page) => {
    const purchase = actorAt(page.app, ['app', 'purchase']);
    const before = stateIn(page.app);
    purchase?.send({ type: 'checkout.submit' });
    expect(stateIn(page.app)).toBe(before);
    return page;
  },
  'a second tab': (page) => {
    finish(reopen());
    return page;
  },
  'a lost connection': (page) => {
    for (const one of ['postCheckout', 'confirmPayment', 'queryOutcome'])
      if (page.simulated.waiting().includes(at(one))) page.simulated.reject(at(one), connectionLost.error);
    return page;
  },
};

afterEach(() => {
  sessionStorage.removeItem(snapshotKey('borderless'));
  keys = new Set();
});

describe.each(methods)('a checkout by %s', (method) => {
  describe.each(statesOf(method))('at %s', (state) => {
    it.each(Object.keys(disturbances))('survives %s: one payment, one ticket', (name) => {
      const page = disturbances[name]?.(openAt(method, state));
      if (!page) throw new Error(name);
      finish(page);
      page.app.stop();
      expect(keys.size).toBe(1);
    });
  });
});
