import { PrivacyScreen, SpecifiedScreen, TermsScreen } from '#src/screens/legal/legal-screen.tsx';
import { MailReleaseCompletionScreen, MailReleaseScreen } from '#src/screens/mail-release/mail-release-screen.tsx';
import { ReservationInquiryScreen } from '#src/screens/reservation-inquiry/reservation-inquiry-screen.tsx';
import { SignageScreen } from '#src/screens/signage/signage-screen.tsx';
import { NotFoundScreen } from '#src/screens/status/not-found-screen.tsx';

/** Small pages that belong to neither a purchase nor a ticket, in a single chunk. */
export const otherPages = {
  'reservation-inquiry': ReservationInquiryScreen,
  'mail-release': MailReleaseScreen,
  'mail-release-completion': MailReleaseCompletionScreen,
  signage: SignageScreen,
  privacy: PrivacyScreen,
  specified: SpecifiedScreen,
  terms: TermsScreen,
  'not-found': NotFoundScreen,
};
