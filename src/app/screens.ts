import { type ComponentType, lazy } from 'react';
import type { Screen } from '#machines/shared/screens.ts';
import { within } from '#src/domain/within.ts';
import { moreTexts } from '#src/mirrors/language.ts';
import { OrderScreen } from '#src/screens/purchase/order/order-screen.tsx';

type Load = () => Promise<{ default: ComponentType }>;

/** Every screen but the first is a chunk of its own. */
const parts = {
  'sign-in': async () => ({ default: (await import('#src/screens/purchase/sign-in/sign-in-screen.tsx')).SignInScreen }),
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
  ticket: async () => ({ default: (await import('#src/screens/ticket/ticket-screen.tsx')).TicketScreen }),
  'not-found': async () => ({ default: (await import('#src/screens/status/not-found-screen.tsx')).NotFoundScreen }),
} satisfies Record<Exclude<Screen, 'order'>, Load>;

/** Components that are here already; the first screen's comes with the page. */
const here = new Map<Screen, ComponentType>();

/** Throws Failure connection_error, the load error, when it does not come within 120 s (SPEC §8). */
const fetchPart = async (screen: keyof typeof parts): Promise<{ default: ComponentType }> => {
  const [part] = await within(Promise.all([parts[screen](), moreTexts()]));
  here.set(screen, part.default);
  return part;
};

/** Components that are being fetched, each asked for once: one that cannot be had says so instead of trying for ever. */
const coming = new Map<Screen, ComponentType>();

/** A screen's component: one that is here shows at once, without a moment of its skeleton. */
export const componentOf = (screen: Screen): ComponentType => {
  if (screen === 'order') return OrderScreen;
  const component = here.get(screen) ?? coming.get(screen) ?? lazy(() => fetchPart(screen));
  coming.set(screen, component);
  return component;
};

/** Where a visitor goes from here, most likely. */
const next: Partial<Record<Screen, keyof typeof parts>> = {
  order: 'sign-in',
  'sign-in': 'payment',
  payment: 'confirm',
  confirm: 'complete',
  complete: 'ticket',
};

/** Fetches the next step's chunk while the visitor reads this one (quality-bars P6); without a line it waits for its turn. */
export const fetchNext = (screen: Screen): void => {
  const part = next[screen];
  if (part && navigator.onLine) fetchPart(part).catch(() => undefined);
};

/** Screens that show nothing sensible without the catalogue. */
export const needsCatalogue: ReadonlySet<Screen> = new Set<Screen>(['order', 'sign-in', 'payment', 'confirm']);

/** The shape that stands in while a screen loads. */
export const shapes: Partial<Record<Screen, 'order' | 'form' | 'summary' | 'ticket'>> = {
  order: 'order',
  'sign-in': 'form',
  payment: 'form',
  ticket: 'ticket',
};
