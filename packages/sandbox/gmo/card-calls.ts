import { randomBytes } from 'node:crypto';
import type { SandboxContext } from '../context.ts';
import { GmoFailure } from './failure.ts';
import type { GmoTrade } from './records.ts';
import {
  capture,
  cardCodes,
  change,
  chargedAmount,
  enterTrade,
  excess,
  openedTrade,
  refundTrade,
  searchedTrade,
  transactionDate,
} from './trades.ts';

/** A call maps its form to the fields of its response; `wrongAmount` makes it charge another amount. Throws GmoFailure. */
export type GmoCall = (context: SandboxContext, form: URLSearchParams, wrongAmount: boolean) => Record<string, string>;

const settledFields = (trade: GmoTrade): Record<string, string> => ({
  ACS: '0',
  OrderID: trade.order,
  Forward: '2a99661',
  Method: '1',
  PayTimes: '',
  Approve: '0000001',
  TranID: trade.charges.at(-1)?.id ?? '',
  TranDate: transactionDate,
  CheckString: '',
  ClientField1: trade.field,
  ClientField2: '',
  ClientField3: '',
});

/** Charges, unless the card is declined; after a decline it may be tried again. */
const charge = (context: SandboxContext, trade: GmoTrade, wrongAmount: boolean): Record<string, string> => {
  const refused = trade.card?.errInfo;
  const amount = trade.amount + (wrongAmount ? excess : 0);
  if (!refused) return settledFields(capture(context, trade, amount));
  context.ledger.put('gmo_trade', { ...trade, status: 'UNPROCESSED', error: refused });
  throw new GmoFailure([refused]);
};

const page = (context: SandboxContext, trade: GmoTrade, step: 'method' | 'challenge'): string =>
  `${context.base()}payment/tds2/${step}?trans=${trade.accessId}&t=${trade.param.slice(0, 8)}`;

const execTran: GmoCall = (context, form, wrongAmount) => {
  const trade = openedTrade(context, form, cardCodes);
  if (trade.charges.length > 0) throw new GmoFailure(['E11010001']);
  if (form.get('Method') !== '1') throw new GmoFailure(['E01260001']);
  const card = context.gmo.tokens.spend(form.get('Token') ?? '');
  if (!card) throw new GmoFailure(['E01170001']);
  const field = form.get('ClientField1') ?? '';
  const callsByGet = form.get('CallbackType') === '3';
  const next = { ...trade, card, field, callsByGet, returnUrl: form.get('RetUrl') ?? '' };
  if (!card.secure || !trade.asksSecure) return charge(context, next, wrongAmount);
  if (!URL.canParse(next.returnUrl)) throw new GmoFailure(['E21010999']);
  const param = randomBytes(24).toString('hex');
  const due = change(context, next, 'AUTHENTICATED', { secure: 'due', answer: null, param });
  return { ACS: '2', RedirectUrl: page(context, due, 'method') };
};

const letters = { due: '', challenge: 'C', proved: 'Y', failed: 'N', none: '' } as const;

const tds2Auth: GmoCall = (context, form) => {
  const trade = openedTrade(context, form, cardCodes);
  if (trade.param === '' || form.get('Tds2Param') !== trade.param || trade.answer === null)
    throw new GmoFailure(['E21010001']);
  if (trade.secure !== 'due' && trade.secure !== 'challenge') return { Tds2TransResult: letters[trade.secure] };
  const { answer } = trade;
  const secure = answer === 'Y' ? 'proved' : answer === 'C' ? 'challenge' : 'failed';
  context.ledger.put('gmo_trade', { ...trade, secure });
  return { Tds2TransResult: answer, ...(answer === 'C' ? { ChallengeUrl: page(context, trade, 'challenge') } : {}) };
};

const tds2Result: GmoCall = (context, form) => {
  const trade = openedTrade(context, form, cardCodes);
  if (trade.secure !== 'proved' && trade.secure !== 'failed') throw new GmoFailure(['E21020001']);
  return { Tds2TransResult: letters[trade.secure] };
};

const secureTran2: GmoCall = (context, form, wrongAmount) => {
  const trade = openedTrade(context, form, cardCodes);
  if (trade.charges.length > 0) throw new GmoFailure(['E11010001']);
  if (trade.secure !== 'proved') throw new GmoFailure([trade.secure === 'failed' ? 'E21020002' : 'E21020001']);
  return charge(context, trade, wrongAmount);
};

const alterTran: GmoCall = (context, form) => {
  const trade = openedTrade(context, form, cardCodes);
  const job = form.get('JobCd');
  if (job !== 'VOID' && job !== 'RETURN' && job !== 'RETURNX') throw new GmoFailure(['E01050002']);
  const next = refundTrade(context, trade, job === 'VOID' ? 'VOID' : 'RETURN');
  return {
    AccessID: next.accessId,
    AccessPass: next.accessPass,
    Forward: '2a99661',
    Approve: '0000001',
    TranID: next.charges.at(-1)?.id ?? '',
    TranDate: transactionDate,
  };
};

const searchTrade: GmoCall = (context, form) => {
  const trade = searchedTrade(context, form, cardCodes);
  return {
    OrderID: trade.order,
    Status: trade.status,
    ProcessDate: transactionDate,
    JobCd: 'CAPTURE',
    AccessID: trade.accessId,
    AccessPass: trade.accessPass,
    ItemCode: '',
    Amount: chargedAmount(trade),
    Tax: '0',
    SiteID: '',
    MemberID: '',
    CardNo: '',
    Expire: '',
    Method: '1',
    PayTimes: '',
    Forward: '2a99661',
    TranID: trade.charges.at(-1)?.id ?? '',
    Approve: '0000001',
    ClientField1: trade.field,
    ClientField2: '',
    ClientField3: '',
  };
};

/** The calls for cards (docs/payments.md#gmo-calls, docs/payments.md#gmo-3-d-secure-2). */
export const cardCalls: Record<string, GmoCall> = {
  EntryTran: (context, form) => {
    const { accessId, accessPass } = enterTrade(context, form, 'card', cardCodes);
    return { AccessID: accessId, AccessPass: accessPass };
  },
  ExecTran: execTran,
  Tds2Auth: tds2Auth,
  Tds2Result: tds2Result,
  SecureTran2: secureTran2,
  AlterTran: alterTran,
  SearchTrade: searchTrade,
};
