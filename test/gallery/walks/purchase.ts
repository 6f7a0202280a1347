import { type Scene as Stop, tour } from '#test/browser/kit/tour.ts';
import type { Scene } from '../scenes.ts';
import type { Walk } from './walk.ts';

/** The gallery's names of the tour's scenes. */
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
  'complete-correcting': 'complete.correcting',
  'complete-corrected': 'complete.corrected',
  ticket: 'ticket.valid',
} as const satisfies Record<Stop, Scene>;

export const purchaseScenes = Object.values(stops);

/** One purchase with all variations. */
export const purchase: Walk<(typeof purchaseScenes)[number]> = async function* ({ visitor, shop }) {
  for await (const stop of tour(visitor, shop)) yield stops[stop];
};
