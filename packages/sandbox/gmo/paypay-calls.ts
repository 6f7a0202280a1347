import { randomBytes } from 'node:crypto';
import { seconds } from '../clock.ts';
import type { GmoCall } from './card-calls.ts';
import { GmoFailure } from './failure.ts';
import {
  change,
  chargedAmount,
  enterTrade,
  openedTrade,
  refundTrade,
  searchedTrade,
  transactionDate,
  walletCodes,
} from './trades.ts';

/** Default payment term in seconds. */
const usualTerm = 120;

const execTranPaypay: GmoCall = (context, form) => {
  const trade = openedTrade(context, form, walletCodes);
  if (trade.status !== 'UNPROCESSED') throw new GmoFailure(['M01004014']);
  const returnUrl = form.get('RetURL') ?? '';
  if (!URL.canParse(returnUrl)) throw new GmoFailure(['E61040001']);
  const until = seconds(context.clock) + Number(form.get('PaymentTermSec') ?? usualTerm);
  const token = randomBytes(24).toString('hex');
  change(context, trade, 'REQSUCCESS', { field: form.get('ClientField1') ?? '', returnUrl, token, until });
  return {
    AccessID: trade.accessId,
    Token: token,
    StartURL: `${context.base()}payment/PaypayStart.idPass`,
    StartLimitDate: String(until),
  };
};

const searchTradeMulti: GmoCall = (context, form) => {
  if (form.get('PayType') !== '45') throw new GmoFailure(['M01046001']);
  const trade = searchedTrade(context, form, walletCodes);
  if (trade.kind !== 'paypay') throw new GmoFailure([walletCodes.none]);
  return {
    Status: trade.status,
    ProcessDate: transactionDate,
    JobCd: 'CAPTURE',
    AccessID: trade.accessId,
    AccessPass: trade.accessPass,
    Amount: chargedAmount(trade),
    Tax: '0',
    ClientField1: trade.field,
    ClientField2: '',
    ClientField3: '',
    PayType: '45',
    PayPayTrackingID: trade.charges.at(-1)?.id ?? '',
  };
};

const paypayCancelReturn: GmoCall = (context, form) => {
  const trade = openedTrade(context, form, walletCodes);
  if (trade.status === 'CAPTURE' && form.get('CancelAmount') !== chargedAmount(trade))
    throw new GmoFailure(['M01085011']);
  const next = refundTrade(context, trade, 'RETURN');
  return { OrderID: next.order, Status: next.status, TranDate: transactionDate };
};

/** The calls for PayPay (docs/payments.md#gmo-paypay). */
export const paypayCalls: Record<string, GmoCall> = {
  EntryTranPaypay: (context, form) => {
    const { accessId, accessPass } = enterTrade(context, form, 'paypay', walletCodes);
    return { AccessID: accessId, AccessPass: accessPass };
  },
  ExecTranPaypay: execTranPaypay,
  SearchTradeMulti: searchTradeMulti,
  PaypayCancelReturn: paypayCancelReturn,
};
