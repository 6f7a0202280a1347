import { afterEach, describe, expect, it } from 'vitest';
import type { AnyActorRef } from 'xstate';
import { machines } from '#machines/index.ts';
import { onScreen } from '#machines/shared/on-screen.ts';
import { type Method, methods } from '#src/domain/payment.ts';
import { mirrorLeave } from '#src/mirrors/leave.ts';
import { restoreApp } from '#src/mirrors/restore.ts';
import { mirrorStorage, snapshotKey } from '#src/mirrors/storage.ts';
import { actorAt, type Held, holdActors } from '#test/tools/explore/held.ts';
import { completion, lineDown } from './answers.ts';
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

type Page = { app: AnyActorRef; held: Held };

/** The states of a checkout, with the way from the response to the payment to each of them. */
const ways: Record<string, (page: Page) => void> = {
  posting: () => undefined,
  challenging: ({ held }) => held.resolve(at('postCheckout'), challenge),
  confirming: (page) => {
    ways.challenging?.(page);
    page.held.resolve(at('showChallenge'));
  },
  redirecting: ({ held }) => held.resolve(at('postCheckout'), redirect),
  away: (page) => {
    ways.redirecting?.(page);
    checkoutIn(page.app)?.send({ type: 'checkout.left' });
  },
  waiting: ({ held }) => held.resolve(at('postCheckout'), checking),
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
const noteKey = ({ held }: Page): void => {
  if (held.waiting().includes(at('postCheckout'))) keys.add(String(Object(held.input(at('postCheckout'))).key));
};

/** A page in a state of the checkout, for one method; its storage remains for further pages. */
const standAt = (method: Method, state: string): Page => {
  const charts = openCharts();
  mirrorStorage(charts.app, machines.app, input, shape);
  charts.toSignIn();
  charts.toPayment();
  charts.toConfirm(method);
  charts.purchase.send({ type: 'checkout.submit' });
  noteKey(charts);
  ways[state]?.(charts);
  expect(stateIn(charts.app)).toBe(state);
  return charts;
};

/** Another page, restored from storage. */
const openAgain = (): Page => {
  const { machine, held } = holdActors(machines.app);
  const app = restoreApp(machine, { input }, shape, Date.now());
  if (!app) throw new Error('nothing restored');
  app.start();
  mirrorLeave(app);
  return { app, held };
};

/** Responds to requests until the order is paid; a page on which nothing can be answered or queried is a dead end. */
const finish = (page: Page): void => {
  const { app, held } = page;
  for (let steps = 0; stateIn(app) !== 'over' && steps < 6; steps += 1) {
    noteKey(page);
    const asked = ['postCheckout', 'confirmPayment', 'askOutcome'].find((one) => held.waiting().includes(at(one)));
    if (asked) held.resolve(at(asked), asked === 'askOutcome' ? { ...paid, token: 'order-1' } : paid);
    else if (held.waiting().includes(at('showChallenge'))) held.resolve(at('showChallenge'));
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
    return openAgain();
  },
  Back: (page) => {
    const before = stateIn(page.app);
    for (const screen of ['confirm', 'payment', 'order'])
      page.app.send({ type: 'page.requested', screen, params: {}, query: {} });
    expect(stateIn(page.app)).toBe(before);
    return page;
  },
  'a double press': (page) => {
    const purchase = actorAt(page.app, ['app', 'purchase']);
    const before = stateIn(page.app);
    purchase?.send({ type: 'checkout.submit' });
    expect(stateIn(page.app)).toBe(before);
    return page;
  },
  'a second tab': (page) => {
    finish(openAgain());
    return page;
  },
  'a cut line': (page) => {
    for (const one of ['postCheckout', 'confirmPayment', 'askOutcome'])
      if (page.held.waiting().includes(at(one))) page.held.reject(at(one), lineDown.error);
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
      const page = disturbances[name]?.(standAt(method, state));
      if (!page) throw new Error(name);
      finish(page);
      page.app.stop();
      expect(keys.size).toBe(1);
    });
  });
});
