import type { SandboxContext } from '../context.ts';
import { failureFields } from './failure.ts';
import type { GmoTrade } from './records.ts';
import { capture, change, excess, expiredOr } from './trades.ts';

type Back = { method: 'GET' | 'POST'; url: string; fields: Record<string, string> };

/** How long "late" money takes to come, ms. */
const lateness = 8_000;

/** MD stands in the address; the rest too where the shop asked for GET, otherwise in the form. */
const backTo = (trade: GmoTrade, fields: Record<string, string>): Back => {
  const url = new URL(trade.returnUrl);
  url.searchParams.set('MD', trade.accessId);
  if (!trade.callsByGet) return { method: 'POST', url: url.href, fields };
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
  return { method: 'GET', url: url.href, fields: {} };
};

/** In: what the buyer pressed on a page of the identity check. Out: how the browser goes back; null when it is over. */
export const pressSecure = (context: SandboxContext, trade: GmoTrade, step: string, press: string): Back | null => {
  const requestorTransId = trade.param.slice(0, 16);
  if (step === 'method' && trade.secure === 'due') {
    const answer = (['Y', 'C', 'N', 'U'] as const).find((one) => one === press);
    if (!answer) return null;
    context.ledger.put('gmo_trade', { ...trade, answer });
    return backTo(trade, { event: '3DSMethodFinished', param: trade.param, requestorTransId });
  }
  if (step !== 'challenge' || trade.secure !== 'challenge') return null;
  context.ledger.put('gmo_trade', { ...trade, secure: press === 'Y' ? 'proved' : 'failed' });
  return backTo(trade, { event: 'AuthResultReady', param: trade.param, requestorTransId });
};

/** A payment nobody heard of yet is made, or fails. Out: whether it was still open. */
export const settlePaypay = (context: SandboxContext, id: string, succeeds: boolean): boolean => {
  const found = context.ledger.get('gmo_trade', id);
  const trade = found && expiredOr(context, found);
  if (trade?.status !== 'REQSUCCESS') return false;
  if (succeeds) capture(context, trade);
  else change(context, trade, 'PAYFAIL');
  return true;
};

/** In: what the buyer pressed at PayPay. Out: what the browser brings back to the shop; null for nonsense. */
export const pressPaypay = (context: SandboxContext, trade: GmoTrade, press: string): Record<string, string> | null => {
  const about = { ShopID: trade.shop, OrderID: trade.order };
  const told = (next: GmoTrade) => ({
    ...about,
    Status: next.status,
    TranDate: '20261121120000',
    PayPayTrackingID: next.charges.at(-1)?.id ?? '',
    CheckString: '',
  });
  const failed = (info: string) => {
    change(context, trade, 'PAYFAIL', { error: info });
    return { ...about, ...failureFields([info]) };
  };
  switch (press) {
    case 'success':
      return told(capture(context, trade));
    case 'wrong_amount':
      return told(capture(context, trade, trade.amount + excess));
    case 'late':
      void context.clock.sleep(lateness, context.gmo.closed).then(() => {
        if (!context.gmo.closed.aborted) settlePaypay(context, trade.id, true);
      });
      return told(trade);
    case 'never':
      return told(trade);
    case 'cancel':
      return told(change(context, trade, 'PAYFAIL'));
    case 'decline':
      return failed('42G020000');
    case 'error':
      return failed('E91099999');
    default:
      return null;
  }
};
