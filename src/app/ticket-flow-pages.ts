import { ChangedateScreen } from '#src/screens/change-date/changedate-screen.tsx';
import { ChangedateCompleteScreen } from '#src/screens/change-date/complete-screen.tsx';
import { ChangedateConfirmScreen } from '#src/screens/change-date/confirm-screen.tsx';
import { ReceiptScreen } from '#src/screens/receipt/receipt-screen.tsx';
import { RevokeScreen } from '#src/screens/revoke/revoke-screen.tsx';
import { SendScreen } from '#src/screens/send/send-screen.tsx';
import { ShareScreen } from '#src/screens/share/share-screen.tsx';

/** Screens of the actions on a bought ticket, in a separate chunk. */
export const ticketFlowPages = {
  receipt: ReceiptScreen,
  share: ShareScreen,
  send: SendScreen,
  revoke: RevokeScreen,
  changedate: ChangedateScreen,
  'changedate-confirm': ChangedateConfirmScreen,
  'changedate-complete': ChangedateCompleteScreen,
};
