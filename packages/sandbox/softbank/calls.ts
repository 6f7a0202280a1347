import { randomInt } from 'node:crypto';
import { seconds } from '../clock.ts';
import type { SandboxContext } from '../context.ts';
import { failure, kinds } from './failure.ts';
import type { SoftbankMethod, SoftbankPayment, SoftbankStatus } from './records.ts';
import type { Fields } from './request-xml.ts';
import { japanTime, type Shop } from './shops.ts';

/** The shop that signed a call, and its fields. */
export type CallRequest = { shop: Shop; get: (name: string) => string };
export type SoftbankCall = { name: string; answer: (context: SandboxContext, request: CallRequest) => Fields };

const digits = (count: number): string => Array.from({ length: count }, () => randomInt(10)).join('');

const own = (context: SandboxContext, { merchant, service }: Shop): SoftbankPayment[] =>
  context.ledger
    .all('softbank_payment')
    .filter((payment) => payment.merchant === merchant && payment.service === service);

/** The payment of an order that was not declined, if there is one. */
export const takenFor = (context: SandboxContext, shop: Shop, order: string): SoftbankPayment | undefined =>
  own(context, shop).find((payment) => payment.order === order && payment.status !== 'declined');

type New = Pick<SoftbankPayment, 'method' | 'order' | 'customer' | 'amount' | 'status' | 'error'>;

/** Stores a new payment of a shop with its ids. */
export const storePayment = (context: SandboxContext, { merchant, service }: Shop, made: New): SoftbankPayment =>
  context.ledger.put('softbank_payment', {
    ...made,
    id: digits(14),
    transaction: `X${digits(31)}`,
    merchant,
    service,
    created: seconds(context.clock),
  });

const become = (context: SandboxContext, payment: SoftbankPayment, status: SoftbankStatus): SoftbankPayment =>
  context.ledger.put('softbank_payment', { ...payment, status });

const numbers: Record<SoftbankMethod, string> = { credit: '101', paypay: '311', alipay: '510' };

/** The payment that a later call names. Throws when it is not one of the shop's. */
const named = (context: SandboxContext, { shop, get }: CallRequest, method: SoftbankMethod): SoftbankPayment => {
  const found = own(context, shop).find((payment) => payment.method === method && payment.id === get('tracking_id'));
  if (!found) throw failure(numbers[method], kinds.value, 'tracking_id');
  return found;
};

const now = ({ clock }: SandboxContext): string => japanTime(clock.now());

const authorise: SoftbankCall['answer'] = (context, { shop, get }) => {
  const order = get('order_id');
  if (order === '') throw failure('101', kinds.missing, 'order_id');
  if (order.length > 38) throw failure('101', kinds.long, 'order_id');
  if (get('cust_code') === '' || get('cust_code').length > 64) throw failure('101', kinds.long, 'cust_code');
  if (!/^[1-9]\d{0,6}$/.test(get('amount'))) throw failure('101', kinds.value, 'amount');
  if (get('dealings_type') !== '10') throw failure('101', kinds.value);
  if (takenFor(context, shop, order)) throw failure('101', kinds.repeated, 'order_id');
  const card = context.softbank.tokens.spend(get('token'), get('token_key'));
  if (!card) throw failure('101', kinds.value, 'token');
  const about = { method: 'credit', order, customer: get('cust_code'), amount: Number(get('amount')) } as const;
  if (card.refusal) {
    const refused = failure('101', card.refusal);
    storePayment(context, shop, { ...about, status: 'declined', error: refused.code });
    throw refused;
  }
  const payment = storePayment(context, shop, { ...about, status: 'authorised', error: null });
  return {
    res_sps_transaction_id: payment.transaction,
    res_tracking_id: payment.id,
    res_pay_method_info: { cc_company_code: '99661', cardbrand_code: '', recognized_no: '000001' },
    res_process_date: now(context),
  };
};

const commit: SoftbankCall['answer'] = (context, request) => {
  const payment = named(context, request, 'credit');
  if (payment.status !== 'authorised') throw failure('101', kinds.repeated, 'tracking_id');
  become(context, payment, 'captured');
  return { res_sps_transaction_id: payment.transaction, res_process_date: now(context) };
};

const cardStates: Record<SoftbankStatus, [committed: string, state: string]> = {
  authorised: ['0', '1'],
  captured: ['1', '2'],
  cancelled: ['0', '3'],
  refunded: ['1', '4'],
  declined: ['0', '9'],
};

const cardLookup: SoftbankCall['answer'] = (context, request) => {
  const payment = named(context, request, 'credit');
  const [commit_status, payment_status] = cardStates[payment.status];
  return {
    res_sps_transaction_id: payment.transaction,
    res_pay_method_info: { cc_company_code: '99661', recognized_no: '000001', commit_status, payment_status },
    res_process_date: now(context),
  };
};

const refund =
  (method: SoftbankMethod): SoftbankCall['answer'] =>
  (context, request) => {
    const payment = named(context, request, method);
    if (payment.status !== 'authorised' && payment.status !== 'captured')
      throw failure(numbers[method], kinds.repeated, 'tracking_id');
    /* Alipay's refund names its amount; partial refunds are not supported here. */
    if (method === 'alipay' && request.get('amount') !== String(payment.amount))
      throw failure(numbers[method], kinds.value, 'amount');
    become(context, payment, payment.status === 'captured' ? 'refunded' : 'cancelled');
    return { res_sps_transaction_id: payment.transaction, res_process_date: now(context) };
  };

const paypayLookup: SoftbankCall['answer'] = (context, request) => {
  const order = request.get('order_id');
  const payment = order === '' ? named(context, request, 'paypay') : takenFor(context, request.shop, order);
  if (payment?.method !== 'paypay') throw failure('311', kinds.value, 'order_id');
  const payment_status = payment.status === 'captured' ? '3' : payment.status === 'refunded' ? '5' : '9';
  return {
    res_sps_transaction_id: payment.transaction,
    res_pay_method_info: { tracking_id: payment.id, payment_status },
    res_process_date: now(context),
  };
};

/** The calls of the API by their ids (docs/payments.md#sbps-api); testers set faults by `name`. */
export const softbankCalls: Readonly<Record<string, SoftbankCall>> = {
  'ST01-00131-101': { name: 'softbank.authorise', answer: authorise },
  'ST02-00101-101': { name: 'softbank.commit', answer: commit },
  'MG01-00101-101': { name: 'softbank.lookup', answer: cardLookup },
  'ST02-00303-101': { name: 'softbank.refund', answer: refund('credit') },
  'MG01-00101-311': { name: 'softbank.lookup', answer: paypayLookup },
  'ST02-00303-311': { name: 'softbank.refund', answer: refund('paypay') },
  'ST02-00306-510': { name: 'softbank.refund', answer: refund('alipay') },
};
