import type { SandboxContext } from '../context.ts';
import { storePayment, takenFor } from './calls.ts';
import type { Manner } from './notices.ts';
import type { Choice } from './page-texts.ts';
import type { SoftbankMethod } from './records.ts';
import { freeFields, purchaseFields, type ResultContents } from './result.ts';
import { hashCode, isInTime, type Shop, shopOf } from './shops.ts';

/**
 * Fields of a link request in the sequence they are signed in; all are required, empty ones too (docs/payments.md#sbps-wallets).
 */
const signed = [
  ...purchaseFields,
  'success_url',
  'cancel_url',
  'error_url',
  'pagecon_url',
  ...freeFields,
  'free_csv',
  'request_date',
  'limit_second',
];

type Wallet = Exclude<SoftbankMethod, 'credit'>;
export type LinkRequest = { shop: Shop; wallet: Wallet; amount: number; fields: Record<string, string> };

/** Seconds that a buyer may stay on the page beyond the request's own time limit. */
const extraSeconds = 900;

/**
 * Parses a link request. `isFirst`: it comes from the shop's page, not from our own. Null when a field is missing, too long or
 * not signed by the shop it names, or when its order was paid already.
 */
export const readLink = (context: SandboxContext, form: URLSearchParams, isFirst: boolean): LinkRequest | null => {
  if (signed.some((name) => !form.has(name))) return null;
  const fields = Object.fromEntries(signed.map((name) => [name, form.get(name) ?? '']));
  const get = (name: string): string => fields[name] ?? '';
  const shop = shopOf(get('merchant_id'), get('service_id'));
  const wallet = (['paypay', 'alipay'] as const).find((one) => one === get('pay_method'));
  if (!shop || !wallet) return null;
  if (form.get('sps_hashcode')?.toLowerCase() !== hashCode(Object.values(fields), shop)) return null;
  const limit = isFirst ? get('limit_second') : String(Number(get('limit_second') || '600') + extraSeconds);
  if (!isInTime(get('request_date'), limit, context.clock.now())) return null;
  const order = get('order_id');
  if (order === '' || order.length > 38 || !/^[1-9]\d{0,6}$/.test(get('amount'))) return null;
  const addresses = ['success_url', 'cancel_url', 'error_url', 'pagecon_url'].map(get);
  if (!addresses.every((address) => URL.canParse(address)) || takenFor(context, shop, order)) return null;
  return { shop, wallet, amount: Number(get('amount')), fields };
};

const manners: Partial<Record<Choice, Manner>> = {
  late: 'late',
  never: 'never',
  bad_hash: 'bad_hash',
  wrong_amount: 'wrong_amount',
};
const refusals: Record<Wallet, string> = { paypay: '31122999', alipay: '51022999' };

/** Applies the buyer's choice: stores the payment, notifies the shop, and returns the address for the browser. */
export const applyChoice = async (context: SandboxContext, request: LinkRequest, choice: Choice): Promise<string> => {
  const { shop, wallet, fields } = request;
  const about = { method: wallet, order: fields.order_id ?? '', customer: fields.cust_code ?? '' };
  const contentsOf = (
    result: ResultContents['result'],
    tracking: string,
    error = '',
    amount = request.amount,
  ): ResultContents => ({
    shop,
    fields: { ...fields, amount: String(amount) },
    result,
    tracking,
    error,
  });
  const { notices } = context.softbank;
  const address = fields.pagecon_url ?? '';
  switch (choice) {
    case 'cancel':
      return fields.cancel_url ?? '';
    case 'decline':
    case 'error': {
      const error = choice === 'decline' ? refusals[wallet] : '99999999';
      const { id } = storePayment(context, shop, { ...about, amount: request.amount, status: 'declined', error });
      await notices.emit(contentsOf('NG', id, error), address, 'once');
      return fields.error_url ?? '';
    }
    default: {
      const amount = choice === 'wrong_amount' ? request.amount + 1000 : request.amount;
      const { id } = storePayment(context, shop, { ...about, amount, status: 'captured', error: null });
      await notices.emit(contentsOf('OK', id, '', amount), address, manners[choice] ?? 'once');
      return fields.success_url ?? '';
    }
  }
};
