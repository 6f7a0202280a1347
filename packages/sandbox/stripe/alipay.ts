import type { SandboxContext } from '../context.ts';
import { backToStart, capture, endProcessing } from './authorise.ts';
import type { AlipayMethod } from './method-records.ts';
import { paymentMethodView } from './method-view.ts';
import type { PaymentError, PaymentIntent } from './records.ts';

/** Delay of a "late" payment, ms. */
const lateness = 8_000;

export const choices = ['success', 'late', 'never', 'wrong_amount', 'decline', 'error', 'cancel'] as const;
export type Choice = (typeof choices)[number];

/** The payment's method while the buyer is on Alipay's page; null at any other time. */
export function waitingMethod({ ledger }: SandboxContext, intent: PaymentIntent): AlipayMethod | null {
  const method = ledger.get('payment_method', intent.payment_method ?? '');
  return intent.status === 'requires_action' && method?.type === 'alipay' ? method : null;
}

const refusals: Record<'decline' | 'error' | 'cancel', Pick<PaymentError, 'code' | 'message'>> = {
  decline: { code: 'payment_method_provider_decline', message: 'The payment was declined by Alipay.' },
  error: { code: 'payment_method_provider_timeout', message: 'The payment method failed due to a timeout.' },
  cancel: { code: 'payment_method_customer_decline', message: 'The customer did not approve the payment.' },
};

/** Applies the buyer's choice on Alipay's page; a payment that requires no action is unchanged. */
export function applyAlipayChoice(context: SandboxContext, intent: PaymentIntent, choice: Choice): PaymentIntent {
  const method = waitingMethod(context, intent);
  if (!method) return intent;
  const answered = { ...intent, next_action: null };
  switch (choice) {
    case 'success':
      return capture(context, answered, method);
    case 'wrong_amount':
      return capture(context, answered, method, { wrongAmount: true });
    case 'late': {
      void context.clock.sleep(lateness, context.closed).then(() => {
        const now = context.ledger.get('payment_intent', intent.id);
        if (now && !context.closed.aborted) endProcessing(context, now, true);
      });
      return capture(context, answered, method, { processing: true });
    }
    case 'never':
      return intent;
    case 'decline':
    case 'error':
    case 'cancel': {
      const error = { type: 'invalid_request_error', ...refusals[choice] } as const;
      return backToStart(context, answered, { ...error, payment_method: paymentMethodView(method) });
    }
  }
}

const redirectStatus: Partial<Record<PaymentIntent['status'], string>> = {
  succeeded: 'succeeded',
  processing: 'pending',
  requires_action: 'pending',
};

/** The return address with Stripe's parameters; null where the shop gave none. */
export function returnOf({ id, client_secret, return_url, status }: PaymentIntent): string | null {
  if (return_url === null) return null;
  const url = new URL(return_url);
  url.searchParams.set('payment_intent', id);
  url.searchParams.set('payment_intent_client_secret', client_secret);
  url.searchParams.set('redirect_status', redirectStatus[status] ?? 'failed');
  return url.href;
}
