import type { SandboxContext } from '../context.ts';
import { failureFields } from './failure.ts';
import type { GmoTrade } from './records.ts';
import { capture, change, excess, expiredOr, transactionDate } from './trades.ts';

type Back = { method: 'GET' | 'POST'; url: string; fields: Record<string, string> };

/** Delay of a "late" payment, ms. */
const lateness = 8_000;

/** MD is a query parameter; the other fields too when the shop requested GET, otherwise they are in the form. */
const backTo = (trade: GmoTrade, fields: Record<string, string>): Back => {
  const url = new URL(trade.returnUrl);
  url.searchParams.set('MD', trade.accessId);
  if (!trade.callsByGet) return { method: 'POST', url: url.href, fields };
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
  return { method: 'GET', url: url.href, fields: {} };
};

/** Applies the buyer's choice on a page of the identity check. Returns how the browser goes back; null when the check is over. */
export const applySecureChoice = (
  context: SandboxContext,
  trade: GmoTrade,
  step: string,
  choice: string,
): Back | null => {
  const requestorTransId = trade.param.slice(0, 16);
  if (step === 'method' && trade.secure === 'due') {
    const answer = (['Y', 'C', 'N', 'U'] as const).find((one) => one === choice);
    if (!answer) return null;
    context.ledger.put('gmo_trade', { ...trade, answer });
    return backTo(trade, { event: '3DSMethodFinished', param: trade.param, requestorTransId });
  }
  if (step !== 'challenge' || trade.secure !== 'challenge') return null;
  context.ledger.put('gmo_trade', { ...trade, secure: choice === 'Y' ? 'proved' : 'failed' });
  return backTo(trade, { event: 'AuthResultReady', param: trade.param, requestorTransId });
};

/** Completes or fails a payment that is still open, without the buyer. Returns whether it was open. */
export const settlePaypay = (context: SandboxContext, id: string, succeeds: boolean): boolean => {
  const found = context.ledger.get('gmo_trade', id);
  const trade = found && expiredOr(context, found);
  if (trade?.status !== 'REQSUCCESS') return false;
  if (succeeds) capture(context, trade);
  else change(context, trade, 'PAYFAIL');
  return true;
};

/** Applies the buyer's choice at PayPay. Returns the fields for the return to the shop; null for an unknown choice. */
export const applyPaypayChoice = (
  context: SandboxContext,
  trade: GmoTrade,
  choice: string,
): Record<string, string> | null => {
  const about = { ShopID: trade.shop, OrderID: trade.order };
  const fieldsOf = (next: GmoTrade) => ({
    ...about,
    Status: next.status,
    TranDate: transactionDate,
    PayPayTrackingID: next.charges.at(-1)?.id ?? '',
    CheckString: '',
  });
  const failed = (info: string) => {
    change(context, trade, 'PAYFAIL', { error: info });
    return { ...about, ...failureFields([info]) };
  };
  switch (choice) {
    case 'success':
      return fieldsOf(capture(context, trade));
    case 'wrong_amount':
      return fieldsOf(capture(context, trade, trade.amount + excess));
    case 'late':
      void context.clock.sleep(lateness, context.closed).then(() => {
        if (!context.closed.aborted) settlePaypay(context, trade.id, true);
      });
      return fieldsOf(trade);
    case 'never':
      return fieldsOf(trade);
    case 'cancel':
      return fieldsOf(change(context, trade, 'PAYFAIL'));
    case 'decline':
      return failed('42G020000');
    case 'error':
      return failed('E91099999');
    default:
      return null;
  }
};
