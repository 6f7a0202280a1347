import { type ComponentType, lazy } from 'react';
import type { AnyActorRef } from 'xstate';
import { loadPages, loadPaying } from '#machines/shared/lazy-machines.ts';
import { onScreen } from '#machines/shared/on-screen.ts';
import { type PurchaseScreen, purchaseScreens, type Screen, type SecondaryScreen } from '#machines/shared/screens.ts';
import { downloadAhead } from '#src/device/ahead.ts';
import { within } from '#src/domain/within.ts';
import { moreTexts } from '#src/mirrors/language.ts';

/** Fetches the component of one screen. */
export type Load = () => Promise<{ default: ComponentType }>;

type PurchasePart = Exclude<PurchaseScreen, 'order'> | 'set-products' | 'open-order';
type Part = PurchasePart | SecondaryScreen;

const purchaseParts: readonly string[] = [...purchaseScreens, 'set-products', 'open-order'];
export const isPurchasePart = (part: string): part is PurchasePart => part !== 'order' && purchaseParts.includes(part);

/** The tables of the steps after the order and of the secondary pages are chunks of their own. */
const load = async (part: Part): ReturnType<Load> => {
  if (part === 'set-products')
    return { default: (await import('#src/screens/purchase/order/set-products.tsx')).SetProducts };
  if (part === 'open-order') return { default: (await import('#src/screens/purchase/order/open-order.tsx')).OpenOrder };
  if (!isPurchasePart(part)) {
    const [{ secondaryPages }] = await Promise.all([import('./secondary-pages.ts'), loadPages()]);
    return secondaryPages[part]();
  }
  const table = Promise.all([import('./purchase-pages.ts'), loadPaying()]);
  if (part !== 'sign-in') return (await table)[0].purchasePages[part]();
  // the step that follows the order comes together with the table
  const [{ SignInScreen }] = await Promise.all([import('#src/screens/purchase/sign-in/sign-in-screen.tsx'), table]);
  return { default: SignInScreen };
};

/** Loaded components. */
const loaded = new Map<Part, ComponentType>();

/** Adds a part that is loaded, which then renders at once. */
export const addPart = (screen: Part, component: ComponentType): void => void loaded.set(screen, component);

/** Loads the code of a part, for one who has its texts. */
export const loadPart = async (screen: Part): Promise<void> => addPart(screen, (await load(screen)).default);

/** Loads a part with its texts. Throws Failure connection_error after 120 s (docs/product.md#load-error). */
export const fetchPart = async (screen: Part): Promise<{ default: ComponentType }> => {
  // The button that places the order is live only when what follows can be shown without a connection.
  const after = screen === 'confirm' ? next.confirm : [];
  const [part] = await within(Promise.all([load(screen), moreTexts(), ...after.map(fetchPart)]));
  addPart(screen, part.default);
  return part;
};

/** Loads the part that is on screen, so that it renders at once. Throws Failure connection_error after 120 s. */
export const fetchShown = async (app: AnyActorRef): Promise<void> => {
  const { screen } = onScreen(app);
  if (screen !== 'order') await fetchPart(screen);
};

/** Lazy components by part; each is created once, so that a failed load is not retried on every render. */
const pending = new Map<Part, ComponentType>();

/**
 * The component of a part; a loaded one renders at once, without a flash of its skeleton. `missing` replaces one that cannot be
 * loaded; without it, rendering throws the error.
 */
export const componentOf = (part: Part, missing?: ComponentType): ComponentType => {
  const fetch = () =>
    fetchPart(part).catch((thrown: unknown) => {
      if (missing) return { default: missing };
      throw thrown;
    });
  const component = loaded.get(part) ?? pending.get(part) ?? lazy(fetch);
  pending.set(part, component);
  return component;
};

/** Parts that the visitor most likely needs next. */
const next: Partial<Record<Screen, Part[]>> & Record<'confirm', Part[]> = {
  order: ['set-products', 'sign-in'],
  'sign-in': ['payment'],
  payment: ['confirm'],
  confirm: ['payment-callback', 'complete'],
  complete: ['ticket'],
  changedate: ['changedate-confirm'],
  'changedate-confirm': ['changedate-complete'],
};

/**
 * Prefetches the parts that are needed next (docs/architecture.md#bar-step); not while offline. Those that follow the order are
 * only downloaded until a time is chosen.
 */
export const fetchNext = (screen: Screen, isChosen = false): void => {
  if (!navigator.onLine) return;
  if (screen === 'order' && !isChosen) downloadAhead();
  else for (const part of next[screen] ?? []) fetchPart(part).catch(() => undefined);
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

/** Shape of the skeleton while a screen loads. */
export const shapes: Partial<Record<Screen, 'order' | 'form' | 'summary' | 'ticket'>> = {
  order: 'order',
  'sign-in': 'form',
  payment: 'form',
  ticket: 'ticket',
  shared: 'ticket',
};
