import { randomBytes } from 'node:crypto';
import { seconds } from '../clock.ts';
import type { SandboxContext } from '../context.ts';
import { GmoFailure } from './failure.ts';
import type { GmoStatus, GmoTrade } from './records.ts';
import { isGmoShop } from './tokens.ts';

/** Every shop of the sandbox has this password. */
export const shopPass = 'sandbox00';

/** Error codes of card calls (`E01…`) and wallet calls (`M01…`) for the same fault. */
export type ErrorCodes = {
  shop: string;
  order: string;
  long: string;
  letters: string;
  used: string;
  none: string;
  amount: string;
};

export const cardCodes: ErrorCodes = {
  shop: 'E01030002',
  order: 'E01040001',
  long: 'E01040003',
  letters: 'E01040013',
  used: 'E01040010',
  none: 'E01110002',
  amount: 'E01060001',
};
export const walletCodes: ErrorCodes = {
  shop: 'M01002002',
  order: 'M01004001',
  long: 'M01004012',
  letters: 'M01004013',
  used: 'M01004010',
  none: 'M01004002',
  amount: 'M01005001',
};

const secret = (): string => randomBytes(16).toString('hex');

/** The shop's id. Throws unless the password is right. */
export const shopOf = (form: URLSearchParams, codes: ErrorCodes): string => {
  const id = form.get('ShopID') ?? '';
  if (!isGmoShop(id) || form.get('ShopPass') !== shopPass) throw new GmoFailure([codes.shop]);
  return id;
};

/** A new transaction without a charge (EntryTran, EntryTranPaypay). Throws with all faults of the request. */
export const enterTrade = (
  context: SandboxContext,
  form: URLSearchParams,
  kind: GmoTrade['kind'],
  codes: ErrorCodes,
): GmoTrade => {
  const shop = shopOf(form, codes);
  const order = form.get('OrderID') ?? '';
  const amount = form.get('Amount') ?? '';
  const wrong: string[] = [];
  if (order === '') wrong.push(codes.order);
  else if (order.length > 27) wrong.push(codes.long);
  else if (!/^[A-Za-z0-9-]+$/.test(order)) wrong.push(codes.letters);
  else if (context.ledger.get('gmo_trade', `${shop}:${order}`)) wrong.push(codes.used);
  if (form.get('JobCd') !== 'CAPTURE') wrong.push(kind === 'card' ? 'E01050002' : 'E61546010');
  if (!/^[1-9]\d{0,6}$/.test(amount)) wrong.push(codes.amount);
  if (kind === 'card' && !['0', '2'].includes(form.get('TdFlag') ?? '0')) wrong.push('E01080007');
  if (wrong.length > 0) throw new GmoFailure(wrong);
  return context.ledger.put('gmo_trade', {
    id: `${shop}:${order}`,
    shop,
    order,
    accessId: secret(),
    accessPass: secret(),
    kind,
    created: seconds(context.clock),
    amount: Number(amount),
    status: 'UNPROCESSED',
    field: '',
    returnUrl: '',
    callsByGet: false,
    asksSecure: form.get('TdFlag') === '2',
    card: null,
    secure: 'none',
    answer: null,
    param: '',
    token: '',
    until: 0,
    charges: [],
    refunded: 0,
    error: null,
  });
};

/** The transaction of AccessID and AccessPass. Throws when there is none. */
export const openedTrade = (context: SandboxContext, form: URLSearchParams, codes: ErrorCodes): GmoTrade => {
  const id = form.get('AccessID') ?? '';
  const found = context.ledger.all('gmo_trade').find(({ accessId }) => accessId === id);
  if (!found || found.accessPass !== form.get('AccessPass')) throw new GmoFailure([codes.none]);
  const order = form.get('OrderID');
  if (order !== null && order !== found.order) throw new GmoFailure([codes.none]);
  return found;
};

/** The current state of the transaction of a shop's OrderID. Throws when there is none. */
export const searchedTrade = (context: SandboxContext, form: URLSearchParams, codes: ErrorCodes): GmoTrade => {
  const trade = context.ledger.get('gmo_trade', `${shopOf(form, codes)}:${form.get('OrderID') ?? ''}`);
  if (!trade) throw new GmoFailure([codes.none]);
  return expiredOr(context, trade);
};

/** Expires a PayPay payment that was not made in time. */
export const expiredOr = (context: SandboxContext, trade: GmoTrade): GmoTrade =>
  trade.status === 'REQSUCCESS' && trade.until <= seconds(context.clock) ? change(context, trade, 'EXPIRED') : trade;

/** Stores the next state of a transaction and notifies its shop. */
export const change = (
  context: SandboxContext,
  trade: GmoTrade,
  status: GmoStatus,
  more: Partial<GmoTrade> = {},
): GmoTrade => {
  const next = context.ledger.put('gmo_trade', { ...trade, ...more, status });
  context.gmo.notices.emit(next);
  return next;
};

/** The same for every transaction, since the shop reads no date of GMO's. */
export const transactionDate = '20261121120000';

/** Yen charged in excess under the fault `wrong_amount`. */
export const excess = 1000;

/** Charges a transaction, once. */
export const capture = (context: SandboxContext, trade: GmoTrade, amount = trade.amount): GmoTrade => {
  if (trade.charges.length > 0) throw new GmoFailure(['E11010001']);
  const charge = { id: secret().slice(0, 28), amount, created: seconds(context.clock) };
  return change(context, trade, 'CAPTURE', { charges: [charge], error: null });
};

/** Refunds the whole amount. */
export const refundTrade = (context: SandboxContext, trade: GmoTrade, status: 'VOID' | 'RETURN'): GmoTrade => {
  if (trade.status === 'UNPROCESSED' || trade.status === 'AUTHENTICATED' || trade.status === 'REQSUCCESS')
    throw new GmoFailure(['E11010002']);
  if (trade.status !== 'CAPTURE') throw new GmoFailure(['E11010003']);
  const refunded = trade.charges.reduce((sum, { amount }) => sum + amount, 0);
  return change(context, trade, status, { refunded });
};

/** The last charged amount in yen, as the protocol writes it. */
export const chargedAmount = ({ charges, amount }: GmoTrade): string => String(charges.at(-1)?.amount ?? amount);
