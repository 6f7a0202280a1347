import type { PurchaseScreen } from '#machines/shared/screens.ts';
import type { Load } from './screens.ts';

/** Screens of the purchase after the first two; each is a chunk of its own. Loaded with the second. */
export const purchasePages = {
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
} satisfies Record<Exclude<PurchaseScreen, 'order' | 'sign-in'>, Load>;
