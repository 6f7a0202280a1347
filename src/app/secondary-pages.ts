import { loadPages, loadPaying } from '#machines/shared/lazy-machines.ts';
import type { SecondaryScreen } from '#machines/shared/screens.ts';
import { cachedPage } from '#src/device/cached-page.ts';
import { ticketCache } from '#src/device/ticket-cache.ts';
import { watchForgotten } from '#src/mirrors/address/watch-forgotten.ts';
import type { Load } from './screens.ts';

/** What a ticket's page that opens without a network may ask for: its screens, what a stored visit needs, the strips. */
const offlineParts = () =>
  Promise.all([
    import('#src/screens/ticket/ticket-screen.tsx'),
    import('#src/screens/shared/shared-screen.tsx'),
    import('#src/mirrors/storage/restore.ts'),
    loadPaying(),
    loadPages(),
    import('./bottom-strips.tsx'),
  ]);

ticketCache.onStored(() => cachedPage.save(offlineParts));
watchForgotten();

/** Screens of the secondary pages; each is a chunk of its own. */
export const secondaryPages = {
  ticket: async () => ({ default: (await import('#src/screens/ticket/ticket-screen.tsx')).TicketScreen }),
  receipt: async () => ({ default: (await import('#src/screens/receipt/receipt-screen.tsx')).ReceiptScreen }),
  share: async () => ({ default: (await import('#src/screens/share/share-screen.tsx')).ShareScreen }),
  shared: async () => ({ default: (await import('#src/screens/shared/shared-screen.tsx')).SharedScreen }),
  forgotten: async () => ({ default: (await import('#src/screens/ticket/forget-ticket.tsx')).ForgottenScreen }),
  send: async () => ({ default: (await import('#src/screens/send/send-screen.tsx')).SendScreen }),
  revoke: async () => ({ default: (await import('#src/screens/revoke/revoke-screen.tsx')).RevokeScreen }),
  changedate: async () => ({
    default: (await import('#src/screens/change-date/changedate-screen.tsx')).ChangedateScreen,
  }),
  'changedate-confirm': async () => ({
    default: (await import('#src/screens/change-date/confirm-screen.tsx')).ChangedateConfirmScreen,
  }),
  'changedate-complete': async () => ({
    default: (await import('#src/screens/change-date/complete-screen.tsx')).ChangedateCompleteScreen,
  }),
  'reservation-inquiry': async () => ({
    default: (await import('#src/screens/reservation-inquiry/reservation-inquiry-screen.tsx')).ReservationInquiryScreen,
  }),
  'mail-release': async () => ({
    default: (await import('#src/screens/mail-release/mail-release-screen.tsx')).MailReleaseScreen,
  }),
  'mail-release-completion': async () => ({
    default: (await import('#src/screens/mail-release/mail-release-screen.tsx')).MailReleaseCompletionScreen,
  }),
  signage: async () => ({ default: (await import('#src/screens/signage/signage-screen.tsx')).SignageScreen }),
  privacy: async () => ({ default: (await import('#src/screens/legal/legal-screen.tsx')).PrivacyScreen }),
  specified: async () => ({ default: (await import('#src/screens/legal/legal-screen.tsx')).SpecifiedScreen }),
  terms: async () => ({ default: (await import('#src/screens/legal/legal-screen.tsx')).TermsScreen }),
  'not-found': async () => ({ default: (await import('#src/screens/status/not-found-screen.tsx')).NotFoundScreen }),
} satisfies Record<SecondaryScreen, Load>;
