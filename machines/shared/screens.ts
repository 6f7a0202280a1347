/** Screens that the purchase decides about. */
export const purchaseScreens = [
  'order',
  'sign-in',
  'sended-mail',
  'mail-confirm',
  'payment',
  'confirm',
  'payment-callback',
  'complete',
  'error',
  /** The order is being looked up; it has no route of its own, the address stays. */
  'resuming',
] as const;

/** Screens of the pages around the purchase. */
const aroundScreens = [
  'ticket',
  'receipt',
  'share',
  'shared',
  'forgotten',
  'send',
  'revoke',
  'changedate',
  'changedate-confirm',
  'changedate-complete',
  'reservation-inquiry',
  'mail-release',
  'mail-release-completion',
  'signage',
  'privacy',
  'specified',
  'terms',
  'not-found',
] as const;

/** Every screen of the store by its route's segment (docs/product.md#routes); paths, components and pictures are keyed by it. */
export const screens = [...purchaseScreens, ...aroundScreens] as const;
export type PurchaseScreen = (typeof purchaseScreens)[number];
export type AroundScreen = (typeof aroundScreens)[number];
export type Screen = (typeof screens)[number];

/** What a state puts on screen: a screen of its own, or whatever the child actor of that id shows (docs/charts.md#on-screen). */
export type Meta = { screen: Screen } | { child: string };

/** `pending`: an answer is awaited, controls rest. `settled`: it is the visitor's turn. One of them on each leaf. */
export type Tag = 'pending' | 'settled';

/** A page asked for by address, link or Back (docs/charts.md#page-requests). */
export type PageRequested = {
  type: 'page.requested';
  screen: Screen;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
};
