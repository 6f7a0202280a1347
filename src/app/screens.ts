import { type ComponentType, lazy } from 'react';
import type { AnyActorRef } from 'xstate';
import { loadPaying } from '#machines/shared/lazy-machines.ts';
import { onScreen } from '#machines/shared/on-screen.ts';
import type { PurchaseScreen, Screen, SecondaryScreen } from '#machines/shared/screens.ts';
import { within } from '#src/domain/within.ts';
import { moreTexts } from '#src/mirrors/language.ts';

/** Fetches the component of one screen. */
export type Load = () => Promise<{ default: ComponentType }>;

/** Every screen of the purchase but the first is a chunk of its own, and so is what is sold along with tickets. */
const purchaseLoaders = {
  'sign-in': async () => {
    const [{ SignInScreen }] = await Promise.all([
      import('#src/screens/purchase/sign-in/sign-in-screen.tsx'),
      loadPaying(),
    ]);
    return { default: SignInScreen };
  },
  queue: async () => ({ default: (await import('#src/screens/purchase/queue/queue-screen.tsx')).QueueScreen }),
  'sended-mail': async () => ({
    default: (await import('#src/screens/purchase/sended-mail/sended-mail-screen.tsx')).SendedMailScreen,
  }),
  'mail-confirm': async () => ({
    default: (await import('#src/screens/purchase/mail-confirm/mail-confirm-screen.tsx')).MailConfirmScreen,
  }),
  payment: async () => ({ default: (await import('#src/screens/purchase/payment/payment-screen.tsx')).PaymentScreen }),
  confirm: async () => ({ default: (await import('#src/screens/purchase/confirm/confirm-screen.tsx')).ConfirmScreen }),
  'payment-callback': async () => ({
    default: (await import('#src/screens/purchase/payment-callback/payment-callback-screen.tsx')).PaymentCallbackScreen,
  }),
  complete: async () => ({
    default: (await import('#src/screens/purchase/complete/complete-screen.tsx')).CompleteScreen,
  }),
  error: async () => ({ default: (await import('#src/screens/purchase/error/error-screen.tsx')).ErrorScreen }),
  resuming: async () => ({
    default: (await import('#src/screens/purchase/resuming/resuming-screen.tsx')).ResumingScreen,
  }),
  'set-products': async () => ({
    default: (await import('#src/screens/purchase/order/set-products.tsx')).SetProducts,
  }),
} satisfies Record<Exclude<PurchaseScreen, 'order'> | 'set-products', Load>;

type Part = keyof typeof purchaseLoaders | SecondaryScreen;

export const isPurchasePart = (part: string): part is keyof typeof purchaseLoaders => part in purchaseLoaders;

/** The table of secondary pages is a chunk of its own, because most visitors never open one. */
const load: (part: Part) => ReturnType<Load> = async (part) =>
  isPurchasePart(part) ? purchaseLoaders[part]() : (await import('./secondary-pages.ts')).secondaryPages[part]();

/** Loaded components. */
const loaded = new Map<Part, ComponentType>();

/** Loads the code of a part, which then renders at once, for one who has its texts. */
export const loadPart = async (screen: Part): Promise<void> => {
  loaded.set(screen, (await load(screen)).default);
};

/** Loads a part with its texts. Throws Failure connection_error after 120 s (docs/product.md#load-error). */
export const fetchPart = async (screen: Part): Promise<{ default: ComponentType }> => {
  // The button that places the order is live only when what follows can be shown without a connection.
  const after = screen === 'confirm' ? next.confirm : [];
  const [part] = await within(Promise.all([load(screen), moreTexts(), ...after.map(fetchPart)]));
  loaded.set(screen, part.default);
  return part;
};

/** Loads the part that is on screen, so that it renders at once. Throws Failure connection_error after 120 s. */
export const fetchShown = async (app: AnyActorRef): Promise<void> => {
  const { screen } = onScreen(app);
  if (isPurchasePart(screen)) await fetchPart(screen);
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

/** Prefetches the parts that are needed next (docs/architecture.md#bar-step); not while offline. */
export const fetchNext = (screen: Screen): void => {
  if (!navigator.onLine) return;
  for (const part of next[screen] ?? []) fetchPart(part).catch(() => undefined);
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
