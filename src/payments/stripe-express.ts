import type {
  StripeExpressCheckoutElementConfirmEvent as ConfirmEvent,
  StripeExpressCheckoutElementReadyEvent as ReadyEvent,
} from '@stripe/stripe-js';
import type { PaymentToken } from '#src/domain/checkout.ts';
import { type FailureDetails, failureOf } from '#src/domain/failures.ts';
import type { ExpressWallet } from '#src/domain/payment.ts';
import { inTime } from '#src/scripts/load-script.ts';
import { withFingerprint } from './payment-session.ts';
import {
  failWith,
  openElements,
  type PaymentFacts,
  type StripeMethod,
  takeFrom,
  tokenMakers,
} from './stripe-elements.ts';

/** A line of the sheet; amounts in yen, together the total. */
export type LineItem = { name: string; amount: number };

/** Details that a sheet asks for in addition to the payment. */
export type Asks = { name: boolean; email: boolean; phone: boolean };

/** A wallet's details of its owner; '' where it was not asked. */
export type Contact = { name: string; email: string; phone: string };

/** The content of a sheet, and its listeners. */
export type Sheets = Omit<PaymentFacts, 'maker'> & {
  method: StripeMethod;
  wallets: readonly ExpressWallet[];
  items: LineItem[];
  asks?: Asks | undefined;
  /** Whether the order can be paid at this moment. */
  mayPay: () => boolean;
  onConfirmed: (payment: PaymentToken, contact: Contact) => void;
  onClosed: (failure: FailureDetails) => void;
};

const names = { apple_pay: 'applePay', google_pay: 'googlePay', link: 'link' } as const satisfies Record<
  ExpressWallet,
  string
>;

const contactOf = ({ billingDetails }: ConfirmEvent): Contact => {
  const { name = '', email = '', phone = '' } = billingDetails ?? {};
  return { name, email, phone };
};

/** A sheet that was closed by the visitor: nothing was sent. */
const sheetClosed: FailureDetails = { code: 'token_unavailable', quoted: 'closed', unknown: false };

/**
 * Loads Stripe's Express Checkout Element into `container` (docs/payments.md#express-wallets). `ready`: the wallets that have a
 * button; none if Stripe cannot be loaded.
 */
export const mountExpress = (container: HTMLElement, sheets: Sheets) => {
  const controller = new AbortController();
  const { signal } = controller;
  const { wallets, items, asks, mayPay, onConfirmed, onClosed } = sheets;
  const maker = tokenMakers[sheets.method];

  const open = async (): Promise<readonly ExpressWallet[]> => {
    const opened = await openElements(container, { ...sheets, maker }, controller);
    const option = (wallet: ExpressWallet) => (wallets.includes(wallet) ? 'auto' : 'never');
    const element = opened.elements.create('expressCheckout', {
      buttonHeight: 48,
      /* A sheet that asks for the customer is not the order's last page. */
      buttonType: asks ? { applePay: 'check-out', googlePay: 'checkout' } : { applePay: 'order', googlePay: 'order' },
      ...(asks && {
        emailRequired: asks.email,
        phoneNumberRequired: asks.phone,
        // Wallets give a name with the address of the bill only.
        billingAddressRequired: asks.name,
      }),
      layout: { maxColumns: 1, overflow: 'never' },
      paymentMethods: {
        applePay: option('apple_pay'),
        googlePay: option('google_pay'),
        link: option('link'),
        amazonPay: 'never',
        paypal: 'never',
        klarna: 'never',
      },
    });
    signal.addEventListener('abort', () => element.destroy());
    /* After a failure the sheet also reports that it was closed. */
    let hasFailed = false;
    element.on('click', ({ resolve, reject }) => {
      hasFailed = false;
      if (mayPay()) resolve({ lineItems: items });
      else reject();
    });
    element.on('cancel', () => {
      if (!hasFailed && !signal.aborted) onClosed(sheetClosed);
    });
    element.on('confirm', async (event) => {
      const { expressPaymentType, paymentFailed } = event;
      try {
        const wallet = wallets.find((name) => name === expressPaymentType);
        const payment = await withFingerprint(await takeFrom(opened, maker));
        if (!wallet || signal.aborted || !mayPay()) throw failWith('token_unavailable');
        onConfirmed({ ...payment, wallet }, contactOf(event));
      } catch (thrown) {
        hasFailed = true;
        paymentFailed({ reason: 'fail' });
        if (!signal.aborted) onClosed(failureOf(thrown));
      }
    });
    const available = new Promise<ReadyEvent['availablePaymentMethods']>((resolve, reject) => {
      element.on('ready', ({ availablePaymentMethods }) => resolve(availablePaymentMethods));
      element.on('loaderror', reject);
    });
    element.mount(container);
    const found = await inTime(available);
    return wallets.filter((wallet) => found?.[names[wallet]]);
  };

  return { ready: open().catch(() => []), remove: () => controller.abort() };
};
