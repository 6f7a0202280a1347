import { type Scene as Stop, tour } from '#test/browser/kit/tour.ts';
import type { Scene } from '../scenes.ts';
import type { Walk } from './walk.ts';

/** What the stops of the tour are called here. */
const stops = {
  'not-found': 'not-found.page',
  error: 'error.kept',
  'order-empty': 'order.products',
  'order-error': 'order.errors',
  'order-chosen': 'order.chosen',
  'order-sold-out': 'order.sold-out',
  dialog: 'order.no-connection',
  'sign-in': 'sign-in.empty',
  'sign-in-errors': 'sign-in.errors',
  payment: 'payment.card',
  confirm: 'confirm.summary',
  'payment-declined': 'payment.declined',
  paying: 'confirm.paying',
  checking: 'payment-callback.asking',
  complete: 'complete.thanks',
  ticket: 'ticket.valid',
} as const satisfies Record<Stop, Scene>;

export const purchaseScenes = Object.values(stops);

/** One purchase with everything that can happen on its way. */
export const purchase: Walk<(typeof purchaseScenes)[number]> = async function* ({ visitor, shop }) {
  for await (const stop of tour(visitor, shop)) yield stops[stop];
};
