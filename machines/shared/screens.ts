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
  /** The order is being read; this screen has no route, so the address stays. */
  'resuming',
  /** A place in the waiting room; without a route, too, since it is a part of ordering. */
  'queue',
] as const;

/** Screens outside the purchase. */
const secondaryScreens = [
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

export type PurchaseScreen = (typeof purchaseScreens)[number];
/** A screen by its route's segment (docs/product.md#routes); paths, components and reference pictures are keyed by it. */
export type Screen = PurchaseScreen | (typeof secondaryScreens)[number];
const first: readonly Screen[] = purchaseScreens;
/** Every screen, for tests. Marked as pure, so that the client's bundle, whose table of paths has every screen, leaves it out. */
export const screens = /* @__PURE__ */ first.concat(secondaryScreens);

/** A state shows its screen, or that of this child, which it names if the child has none (docs/charts.md#on-screen). */
export type Meta = { screen: Screen } | { child: string; screen?: Screen };

/** `pending`: waiting for a reply, controls are disabled. In all other states it is the visitor's turn. */
export type Tag = 'pending';

/** The types of every chart that shows screens. */
export type PageTypes = { tags: Tag; meta: Meta };

type Values = Readonly<Record<string, string>>;

/** A page requested by address, link or Back; the type names the page (docs/charts.md#page-requests). */
export type PageRequested<S extends Screen = Screen> = { type: `page.requested.${S}`; params: Values; query: Values };

export const pageRequested = <S extends Screen>(
  screen: S,
  params: Values = {},
  query: Values = {},
): PageRequested<S> => ({
  type: `page.requested.${screen}`,
  params,
  query,
});

const isPageRequested = (event: { type: string }): event is PageRequested => event.type.startsWith('page.requested.');

/** The page request that an action or a guard handles. Throws for any other event. */
export const requestIn = (event: { type: string }): PageRequested => {
  if (!isPageRequested(event)) throw new Error(event.type);
  return event;
};
