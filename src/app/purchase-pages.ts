import { CompleteScreen } from '#src/screens/purchase/complete/complete-screen.tsx';
import { ConfirmScreen } from '#src/screens/purchase/confirm/confirm-screen.tsx';
import { ErrorScreen } from '#src/screens/purchase/error/error-screen.tsx';
import { MailConfirmScreen } from '#src/screens/purchase/mail-confirm/mail-confirm-screen.tsx';
import { OpenOrder } from '#src/screens/purchase/order/open-order.tsx';
import { SetProducts } from '#src/screens/purchase/order/set-products.tsx';
import { PaymentScreen } from '#src/screens/purchase/payment/payment-screen.tsx';
import { PaymentCallbackScreen } from '#src/screens/purchase/payment-callback/payment-callback-screen.tsx';
import { QueueScreen } from '#src/screens/purchase/queue/queue-screen.tsx';
import { ResumingScreen } from '#src/screens/purchase/resuming/resuming-screen.tsx';
import { SendedMailScreen } from '#src/screens/purchase/sended-mail/sended-mail-screen.tsx';
import { SignInScreen } from '#src/screens/purchase/sign-in/sign-in-screen.tsx';

/** All of the purchase behind the calendar: one file. */
export const purchasePages = {
  'set-products': SetProducts,
  'open-order': OpenOrder,
  queue: QueueScreen,
  'sign-in': SignInScreen,
  'sended-mail': SendedMailScreen,
  'mail-confirm': MailConfirmScreen,
  payment: PaymentScreen,
  confirm: ConfirmScreen,
  'payment-callback': PaymentCallbackScreen,
  complete: CompleteScreen,
  error: ErrorScreen,
  resuming: ResumingScreen,
};
