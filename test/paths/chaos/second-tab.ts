import { simulateActors } from '@ticket-store/chart-tools/explore/simulated.ts';
import type { EventObject } from 'xstate';
import { machines } from '#machines/index.ts';
import { onScreen } from '#machines/shared/on-screen.ts';
import { card, customer } from '../answers.ts';
import { begun } from './live-page.tsx';
import { answer, pendingRequests, type Scene, watchPayments } from './scene.ts';
import { idOf } from './server.ts';

/** The events with which the visitor pays in a copied tab, by state. */
const paymentEvents: Readonly<Record<string, EventObject & Readonly<Record<string, unknown>>>> = {
  'purchase.sign-in.editing': { type: 'customer.submit', customer },
  'purchase.payment.choosing': { type: 'payment.submit', method: 'stripe_secure' },
  'purchase.confirm': { type: 'checkout.submit' },
  'purchase.checkout.waiting': { type: 'checkout.ask' },
  'purchase.checkout.away': { type: 'checkout.ask' },
};

/** A copied tab, with the same storage, goes on until the order is paid or nothing further is possible. */
export const payElsewhere = async (scene: Scene): Promise<void> => {
  const { machine, simulated } = simulateActors(machines.app);
  const app = begun(scene.input)(machine);
  const copy: Scene = { ...scene, page: { ...scene.page, app, simulated } };
  for (let step = 0; step < 20; step += 1) {
    watchPayments(copy);
    const [path] = pendingRequests(copy);
    const { state, actor } = onScreen(app);
    const event = paymentEvents[state];
    if (path && idOf(path) === 'takeToken') simulated.resolve(path, { ...card, token: 'tok_2' });
    else if (path) answer(copy, path);
    else if (event) actor.send(event);
    else break;
  }
  app.stop();
};
