import type { Screen } from '#machines/shared/screens.ts';
import { type FailureCode, failureCodes } from '#src/domain/failures.ts';

/** Variants of a screen that are shown in one state. */
const inState = <S extends string, V extends string>(state: S, ...variants: readonly V[]): Readonly<Record<V, S>> =>
  Object.fromEntries(variants.map((variant) => [variant, state])) as Record<V, S>;

/**
 * Every scene: each screen's variants by name, with the state (`data-state`) in which it is shown. The compiler checks that no
 * screen is missing; test/house/gallery.test.ts checks that each state that waits for the visitor has a scene.
 */
export const scenes = {
  order: {
    ...inState('purchase.order.choosing', 'products', 'errors', 'chosen', 'by-day', 'by-season'),
    searching: 'purchase.order.searching',
    placing: 'purchase.order.placing',
    ...inState('purchase.order.choosing', 'sold-out', 'no-connection', 'closed', 'cancelled', 'change'),
  },
  'sign-in': inState(
    'purchase.sign-in.editing',
    'empty',
    'errors',
    'change',
    'cancel-asked',
    'load-error',
    'wallets',
    'filled',
  ),
  'sended-mail': { waiting: 'purchase.sended-mail.waiting' },
  'mail-confirm': { offered: 'mail-confirm', dead: 'purchase.dead-link' },
  payment: inState(
    'purchase.payment.choosing',
    'card',
    'methods',
    'coupon',
    'free',
    'declined',
    'change',
    'hold-warning',
    'kept-again',
    'wallets',
  ),
  confirm: {
    summary: 'purchase.confirm',
    paying: 'purchase.checkout.posting',
    slow: 'purchase.checkout.posting',
    bank: 'purchase.checkout.challenging',
  },
  'payment-callback': { asking: 'purchase.checkout.asking', waiting: 'purchase.checkout.waiting' },
  complete: inState('purchase.complete', 'thanks', 'correcting', 'corrected'),
  error: inState('purchase.error', 'kept', 'lost-return'),
  resuming: { reading: 'purchase.resuming' },
  queue: {
    waiting: 'purchase.order.queueing.waiting',
    turn: 'purchase.order.queueing.admitted',
    over: 'purchase.order.queueing.over',
  },
  ticket: {
    ...inState(
      'ticket.showing',
      'valid',
      'bright',
      'separate',
      'parts',
      'used',
      'shared',
      'sent',
      'changed',
      'cancelled',
      'choice',
    ),
    kept: 'ticket.kept',
    missing: 'ticket.missing',
    unreachable: 'ticket.unreachable',
  },
  receipt: { made: 'receipt.showing', refused: 'receipt.refused', unreachable: 'receipt.unreachable' },
  share: {
    ...inState('share.showing', 'offer', 'link', 'refused'),
    missing: 'share.missing',
    unreachable: 'share.unreachable',
  },
  forgotten: { done: 'forgotten' },
  revoke: {
    asking: 'revoke.asking',
    done: 'revoke.revoked',
    closed: 'revoke.closed',
    missing: 'revoke.missing',
    unreachable: 'revoke.unreachable',
  },
  shared: { valid: 'shared.showing', missing: 'shared.missing', unreachable: 'shared.unreachable' },
  send: {
    ...inState('send.choosing', 'choosing', 'by-link', 'errors'),
    checking: 'send.checking',
    sent: 'send.sent',
    split: 'send.sent',
    closed: 'send.closed',
    missing: 'send.missing',
    unreachable: 'send.unreachable',
  },
  changedate: {
    choosing: 'changedate.changedate.choosing',
    chosen: 'changedate.changedate.choosing',
    closed: 'changedate.changedate.closed',
    missing: 'changedate.changedate.missing',
    unreachable: 'changedate.changedate.unreachable',
  },
  'changedate-confirm': { asking: 'changedate.confirm.asking', paying: 'changedate.confirm.paying' },
  'changedate-complete': { done: 'changedate.complete' },
  'reservation-inquiry': {
    ...inState('reservation-inquiry.asking', 'number', 'errors', 'not-found'),
    address: 'reservation-inquiry.forgetting',
    mailed: 'reservation-inquiry.sent',
  },
  'mail-release': {
    offer: 'mail-release.mail-release.offering',
    dead: 'mail-release.mail-release.missing',
    unreachable: 'mail-release.mail-release.unreachable',
  },
  'mail-release-completion': { done: 'mail-release.mail-release-completion', alone: 'mail-release-completion' },
  signage: inState('signage.showing', 'today', 'closed', 'unreachable'),
  privacy: { text: 'privacy' },
  specified: { text: 'specified' },
  terms: { text: 'terms' },
  'not-found': { page: 'not-found' },
} as const satisfies Record<Screen, Readonly<Record<string, string>>>;

type ScreenScene = { [S in Screen]: `${S}.${keyof (typeof scenes)[S] & string}` }[Screen];

/** Failures that other scenes show already, as variants of screens or with the text of `bad_request`. */
const shownAlready = [
  ...['return_not_found', 'seat_reserve_error', 'connection_error', 'payment_api_failure'],
  ...['ticket_not_found', 'in_flight', 'idempotency_key_reused', 'queue_required', 'token_not_found'],
] as const;
type Shown = (typeof shownAlready)[number];
type SceneFailure = Exclude<FailureCode, Shown>;
const isSceneFailure = (code: FailureCode): code is SceneFailure => !shownAlready.some((shown) => shown === code);

/** A row of the failure table, wherever it is shown. */
export type FailureScene = `failure.${SceneFailure}`;
export const sceneFailures: readonly SceneFailure[] = failureCodes.filter(isSceneFailure);
export const failureScenes = sceneFailures.map((code): FailureScene => `failure.${code}`);

export type Scene = ScreenScene | FailureScene;

const states: ReadonlyMap<string, string> = new Map(
  Object.entries(scenes).flatMap(([screen, variants]) =>
    Object.entries(variants).map(([variant, state]) => [`${screen}.${variant}`, state] as const),
  ),
);
const isScreenScene = (name: string): name is ScreenScene => states.has(name);

/** Every scene, in the sequence of the tables. */
export const allScenes: readonly Scene[] = [...[...states.keys()].filter(isScreenScene), ...failureScenes];

/** The screen and the variant in a scene's name. */
export const partsOf = (scene: Scene): [screen: string, variant: string] => {
  const [screen = '', variant = ''] = scene.split('.');
  return [screen, variant];
};

/** The state in which a scene is shown; null for failures, which can appear in several. */
export const stateOf = (scene: Scene): string | null => states.get(scene) ?? null;
