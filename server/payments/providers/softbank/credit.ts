import {
  type Adapter,
  type Attempt,
  ageOf,
  nothing,
  type Outcome,
  type ProviderData,
  type StartFacts,
} from '#server/payments/providers/adapter.ts';
import { callSoftbank, item, type SoftbankAnswer, type SoftbankOptions, shopOf, softbankShops } from './client.ts';
import { type SoftbankShop, stampOf } from './hash.ts';
import { isRepeated, isUnknown, refundOf, softbankReasonOf } from './reasons.ts';
import { softbankNotice } from './result.ts';
import type { XmlField } from './xml.ts';

/** Calls of the API (docs/payments.md#sbps-api). */
const calls = {
  authorise: 'ST01-00131-101',
  commit: 'ST02-00101-101',
  lookup: 'MG01-00101-101',
  refund: 'ST02-00303-101',
} as const;

/** Time in ms after which no request of an attempt can be in flight: more than twice the time limit of a call. */
const settledAfter = 90_000;

const authoriseFields = (attempt: Attempt): XmlField[] => {
  const [token = '', key = ''] = (attempt.token ?? '').split(' ');
  return [
    ['cust_code', attempt.order_id],
    ['order_id', attempt.id],
    ['item_id', item.id],
    ['item_name', item.name],
    ['amount', String(attempt.amount)],
    ['sps_cust_info_return_flg', '0'],
    ['pay_method_info', [['dealings_type', '10']]],
    [
      'pay_option_manage',
      [
        ['token', token],
        ['token_key', key],
        ['cust_manage_flg', '0'],
        ['cardbrand_return_flg', '0'],
      ],
    ],
    ['encrypted_flg', '0'],
  ];
};

/** Whether a response is about that payment, as far as it has ids. */
const isAbout = (values: ReadonlyMap<string, string>, { transaction, tracking }: ProviderData): boolean =>
  [undefined, '', transaction].includes(values.get('res_sps_transaction_id')) &&
  [undefined, '', tracking].includes(values.get('res_tracking_id'));

/** State of a payment at the provider. `refunded`: the money was returned; `missing`: there is no such payment. */
type State = 'booked' | 'open' | 'refunded' | 'missing' | 'unknown';

const paid = ({ amount }: Attempt, data: ProviderData): Outcome => ({
  kind: 'paid',
  providerId: data.tracking ?? null,
  amount,
  currency: 'jpy',
  data,
});

/**
 * Cards by one-time token (docs/payments.md#sbps-token-script, docs/payments.md#sbps-api), for shops whose contract books the
 * sale with the commit. An authorisation alone takes no money, and its ids are stored before the commit is sent. So an attempt
 * whose first response was lost is never committed and can end immediately, and a committed one is looked up by its ids.
 */
export const createSoftbankCredit = (options: SoftbankOptions): Adapter => {
  /** A call about one payment: a response that names another payment is ignored. */
  const sendAbout = async (
    shop: SoftbankShop,
    id: string,
    data: ProviderData,
    fields: XmlField[],
  ): Promise<SoftbankAnswer> => {
    const ids: XmlField[] = [
      ['sps_transaction_id', data.transaction ?? ''],
      ['tracking_id', data.tracking ?? ''],
    ];
    const answer = await callSoftbank(options, shop, id, [...ids, ...fields]);
    if (answer.kind !== 'ok' || isAbout(answer.values, data)) return answer;
    options.log('error', 'softbank_lookup_differs', { field: 'tracking_id' });
    return { kind: 'none' };
  };

  /**
   * Whether the provider booked the payment (`commit_status` 1), returned the money (`payment_status` 3 and higher), or neither.
   */
  const stateOf = async (shop: SoftbankShop, data: ProviderData): Promise<State> => {
    const answer = await sendAbout(shop, calls.lookup, data, [
      ['response_info_type', '0'],
      ['encrypted_flg', '0'],
    ]);
    if (answer.kind === 'ng' && isUnknown(answer.code)) return 'missing';
    if (answer.kind !== 'ok') return 'unknown';
    if (/^[3-9]$/.test(answer.values.get('payment_status') ?? '')) return 'refunded';
    const committed = answer.values.get('commit_status');
    return committed === '1' ? 'booked' : committed === '0' ? 'open' : 'unknown';
  };

  const sendRefund = (shop: SoftbankShop, data: ProviderData): Promise<SoftbankAnswer> =>
    sendAbout(shop, calls.refund, data, [['processing_datetime', stampOf(Date.now())]]);

  /**
   * Cancels an authorisation that was still open at `openAge`, the attempt's age (ms) before its state was read. It is committed in
   * the first 60 s only, and cancelled only if it is open after 90 s: a refund beside a commit in flight would return its sale.
   */
  const cancelOpen = async (_: Attempt, shop: SoftbankShop, data: ProviderData, openAge: number): Promise<Outcome> => {
    if (openAge < settledAfter) return { kind: 'unknown', answered: true };
    const { kind } = await sendRefund(shop, data);
    return kind === 'ok' ? { kind: 'cancelled', providerId: data.tracking ?? null } : { kind: 'unknown' };
  };

  /** Captures the sale, if the commit is sure to end before another request may cancel the authorisation. */
  const commitOpen: typeof cancelOpen = async (attempt, shop, data, openAge) => {
    if (ageOf(attempt) + options.timeout > settledAfter) return cancelOpen(attempt, shop, data, openAge);
    const answer = await sendAbout(shop, calls.commit, data, [['processing_datetime', stampOf(Date.now())]]);
    if (answer.kind === 'ok') return paid(attempt, data);
    if (answer.kind === 'none') return { kind: 'unknown' };
    /* It may be refused because it was committed before. */
    const state = await stateOf(shop, data);
    if (state === 'booked') return paid(attempt, data);
    /* A payment that was authorised and is missing is looked up again; its ledger alone calls it nothing. */
    if (state === 'unknown' || state === 'missing') return { kind: 'unknown' };
    return { kind: 'declined', providerId: data.tracking ?? null, reason: softbankReasonOf(answer.code) };
  };

  const start = async (attempt: Attempt, { site, save }: StartFacts): Promise<Outcome> => {
    const shop = shopOf(options, attempt, site);
    if (!shop) return { kind: 'declined', providerId: null, reason: 'try_later' };
    const answer = await callSoftbank(options, shop, calls.authorise, authoriseFields(attempt));
    if (answer.kind === 'ng' && isRepeated(answer.code)) return { kind: 'unknown', answered: true };
    if (answer.kind === 'ng') return { kind: 'declined', providerId: null, reason: softbankReasonOf(answer.code) };
    const tracking = answer.kind === 'ok' ? (answer.values.get('res_tracking_id') ?? '') : '';
    /* Without its id the authorisation cannot be committed, so no money moves. */
    if (answer.kind !== 'ok' || !/^\d{14}$/.test(tracking))
      return { kind: 'declined', providerId: null, reason: 'try_later' };
    const data = { tracking, transaction: answer.values.get('res_sps_transaction_id') ?? '' };
    const openAge = ageOf(attempt);
    await save(data);
    return commitOpen(attempt, shop, data, openAge);
  };

  /** No ids are stored: the first response is still pending, or was lost and nothing was captured. */
  const outcomeWithoutIds = (attempt: Attempt): Outcome =>
    ageOf(attempt) < settledAfter ? { kind: 'unknown', answered: true } : { kind: 'cancelled', providerId: null };

  /** Looks the payment up; `endOpen` commits or cancels an open authorisation. */
  const lookUp =
    (endOpen: typeof cancelOpen): Adapter['poll'] =>
    async (attempt, { site }) => {
      const shop = shopOf(options, attempt, site);
      const { data } = attempt;
      if (!data?.tracking) return outcomeWithoutIds(attempt);
      if (!shop) return { kind: 'unknown' };
      const openAge = ageOf(attempt);
      const state = await stateOf(shop, data);
      if (state === 'booked') return paid(attempt, data);
      if (state === 'open') return endOpen(attempt, shop, data, openAge);
      return state === 'refunded' ? { kind: 'cancelled', providerId: data.tracking } : { kind: 'unknown' };
    };
  const poll = lookUp(commitOpen);

  return {
    contractFor: softbankShops(options).dataFor,
    start: (attempt, facts) => (attempt.data?.tracking ? poll(attempt, facts) : start(attempt, facts)),
    poll,
    cancel: lookUp(cancelOpen),

    refund: async (attempt, site) => {
      const shop = shopOf(options, attempt, site);
      const { data } = attempt;
      if (!shop || !data?.tracking) return false;
      if ((await stateOf(shop, data)) === 'refunded') return true;
      return refundOf(await sendRefund(shop, data));
    },

    /* Without ids nothing was committed or captured. The response has no amount: it is the authorised one. */
    readLedger: async (attempt, site) => {
      const shop = shopOf(options, attempt, site);
      const { data, amount } = attempt;
      if (!data?.tracking) return nothing;
      const state = shop ? await stateOf(shop, data) : 'unknown';
      if (state === 'unknown') return { kind: 'silence' };
      if (state === 'open' || state === 'missing') return nothing;
      return { kind: 'known', captured: amount, refunded: state === 'refunded' ? amount : 0 };
    },

    notice: softbankNotice(options),
  };
};
