import { randomBytes } from 'node:crypto';
import { seconds } from '../clock.ts';
import type { SandboxContext } from '../context.ts';
import { GmoFailure } from './failure.ts';
import type { GmoStatus, GmoTrade } from './records.ts';
import { isGmoShop } from './tokens.ts';

/** Every shop of the sandbox has this password. */
export const shopPass = 'sandbox00';

/** What the calls of cards (`E01…`) and of wallets (`M01…`) say for the same fault. */
export type Words = {
  shop: string;
  order: string;
  long: string;
  letters: string;
  used: string;
  none: string;
  amount: string;
};

export const cardWords: Words = {
  shop: 'E01030002',
  order: 'E01040001',
  long: 'E01040003',
  letters: 'E01040013',
  used: 'E01040010',
  none: 'E01110002',
  amount: 'E01060001',
};
export const walletWords: Words = {
  shop: 'M01002002',
  order: 'M01004001',
  long: 'M01004012',
  letters: 'M01004013',
  used: 'M01004010',
  none: 'M01004002',
  amount: 'M01005001',
};

const secret = (): string => randomBytes(16).toString('hex');

/** Throws unless shop and password belong together. Out: the shop's id. */
export const shopOf = (form: URLSearchParams, words: Words): string => {
  const id = form.get('ShopID') ?? '';
  if (!isGmoShop(id) || form.get('ShopPass') !== shopPass) throw new GmoFailure([words.shop]);
  return id;
};

/** A new transaction, nothing charged yet (EntryTran, EntryTranPaypay). Throws with everything that is wrong. */
export const enterTrade = (
  context: SandboxContext,
  form: URLSearchParams,
  kind: GmoTrade['kind'],
  words: Words,
): GmoTrade => {
  const shop = shopOf(form, words);
  const order = form.get('OrderID') ?? '';
  const amount = form.get('Amount') ?? '';
  const wrong: string[] = [];
  if (order === '') wrong.push(words.order);
  else if (order.length > 27) wrong.push(words.long);
  else if (!/^[A-Za-z0-9-]+$/.test(order)) wrong.push(words.letters);
  else if (context.ledger.get('gmo_trade', `${shop}:${order}`)) wrong.push(words.used);
  if (form.get('JobCd') !== 'CAPTURE') wrong.push(kind === 'card' ? 'E01050002' : 'E61546010');
  if (!/^[1-9]\d{0,6}$/.test(amount)) wrong.push(words.amount);
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

/** The transaction that AccessID and AccessPass open. Throws when there is none. */
export const openedTrade = (context: SandboxContext, form: URLSearchParams, words: Words): GmoTrade => {
  const id = form.get('AccessID') ?? '';
  const found = context.ledger.all('gmo_trade').find(({ accessId }) => accessId === id);
  if (!found || found.accessPass !== form.get('AccessPass')) throw new GmoFailure([words.none]);
  const order = form.get('OrderID');
  if (order !== null && order !== found.order) throw new GmoFailure([words.none]);
  return found;
};

/** The transaction of a shop's OrderID, as it stands now. Throws when there is none. */
export const searchedTrade = (context: SandboxContext, form: URLSearchParams, words: Words): GmoTrade => {
  const trade = context.ledger.get('gmo_trade', `${shopOf(form, words)}:${form.get('OrderID') ?? ''}`);
  if (!trade) throw new GmoFailure([words.none]);
  return expiredOr(context, trade);
};

/** A PayPay payment nobody made in time is over. */
export const expiredOr = (context: SandboxContext, trade: GmoTrade): GmoTrade =>
  trade.status === 'REQSUCCESS' && trade.until <= seconds(context.clock) ? change(context, trade, 'EXPIRED') : trade;

/** The transaction's next state; its shop is told. */
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

/** What is taken too much by a provider that errs, in yen. */
export const excess = 1000;

/** Takes the money, once. */
export const capture = (context: SandboxContext, trade: GmoTrade, amount = trade.amount): GmoTrade => {
  if (trade.charges.length > 0) throw new GmoFailure(['E11010001']);
  const charge = { id: secret().slice(0, 28), amount, created: seconds(context.clock) };
  return change(context, trade, 'CAPTURE', { charges: [charge], error: null });
};

/** Gives all of it back. */
export const giveBack = (context: SandboxContext, trade: GmoTrade, status: 'VOID' | 'RETURN'): GmoTrade => {
  if (trade.status === 'UNPROCESSED' || trade.status === 'AUTHENTICATED' || trade.status === 'REQSUCCESS')
    throw new GmoFailure(['E11010002']);
  if (trade.status !== 'CAPTURE') throw new GmoFailure(['E11010003']);
  const refunded = trade.charges.reduce((sum, { amount }) => sum + amount, 0);
  return change(context, trade, status, { refunded });
};

/** What a trade was charged last, yen, as the protocol writes it. */
export const chargedAmount = ({ charges, amount }: GmoTrade): string => String(charges.at(-1)?.amount ?? amount);
