import { type ComponentType, lazy } from 'react';
import type { Screen } from '#machines/shared/screens.ts';
import { within } from '#src/domain/within.ts';
import { moreTexts } from '#src/mirrors/language.ts';

/** Screens whose code is not in the first file, and parts of the first screen whose code is in a later one. */
type Part = Exclude<Screen, 'order'> | 'set-products' | 'open-order';

const purchase = async () => (await import('./purchase-pages.ts')).purchasePages;
const ticket = async () => (await import('./ticket-pages.ts')).ticketPages;
const ticketFlow = async () => (await import('./ticket-flow-pages.ts')).ticketFlowPages;
const other = async () => (await import('./other-pages.ts')).otherPages;

/** Which file has the code of a part. */
const files: { [P in Part]: () => Promise<Record<P, ComponentType>> } = {
  'set-products': purchase,
  'open-order': purchase,
  queue: purchase,
  'sign-in': purchase,
  'sended-mail': purchase,
  'mail-confirm': purchase,
  payment: purchase,
  confirm: purchase,
  'payment-callback': purchase,
  complete: purchase,
  error: purchase,
  resuming: purchase,
  ticket,
  shared: ticket,
  forgotten: ticket,
  receipt: ticketFlow,
  share: ticketFlow,
  send: ticketFlow,
  revoke: ticketFlow,
  changedate: ticketFlow,
  'changedate-confirm': ticketFlow,
  'changedate-complete': ticketFlow,
  'reservation-inquiry': other,
  'mail-release': other,
  'mail-release-completion': other,
  signage: other,
  privacy: other,
  specified: other,
  terms: other,
  'not-found': other,
};

const loaded: Partial<Record<Part, ComponentType>> = {};

/** Loads the file of a part whose texts are loaded already. */
export const loadPart = async (part: Part): Promise<void> => {
  Object.assign(loaded, await files[part]());
};

/** Loads the file of a part with its texts. Throws Failure connection_error after 120 s (docs/product.md#load-error). */
export const fetchPart = async <P extends Part>(part: P): Promise<ComponentType> => {
  const [pages] = await within(Promise.all([files[part](), moreTexts()]));
  Object.assign(loaded, pages);
  return pages[part];
};

/** Loads the code of a screen with its texts, so that it renders at once. Throws Failure connection_error after 120 s. */
export const fetchScreen = async (screen: Screen): Promise<void> => {
  if (screen !== 'order') await fetchPart(screen);
};

/** Components by part. Each is created once, with its first `missing`: a new one would repeat a failed load on every render. */
const created = new Map<Part, ComponentType>();

/**
 * The component of a part; a loaded one renders at once, without a flash of its skeleton. `missing` replaces one that cannot be
 * loaded; without it, rendering throws the error.
 */
export const componentOf = (part: Part, missing?: ComponentType): ComponentType => {
  const fetch = async () => {
    const page = fetchPart(part);
    return { default: await (missing ? page.catch(() => missing) : page) };
  };
  const component = loaded[part] ?? created.get(part) ?? lazy(fetch);
  created.set(part, component);
  return component;
};

/** Screens that cannot be shown without the catalogue. */
export const needsCatalogue: ReadonlySet<Screen> = new Set<Screen>([
  'order',
  'sign-in',
  'payment',
  'confirm',
  'changedate',
  'changedate-confirm',
  'privacy',
  'specified',
  'terms',
]);

/** Shape of the skeleton while a screen loads; that of the others is `summary`. */
export const shapes: Partial<Record<Screen, 'order' | 'form' | 'ticket'>> = {
  order: 'order',
  'sign-in': 'form',
  payment: 'form',
  ticket: 'ticket',
  shared: 'ticket',
};
