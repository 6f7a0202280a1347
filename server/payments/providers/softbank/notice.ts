import type { Adapter, Notice, Verdict } from '#server/payments/providers/adapter.ts';
import { contractId } from '#server/payments/providers/contracts.ts';
import { type SoftbankOptions, shopOf } from './client.ts';
import { softbankReasonOf } from './reasons.ts';
import { foreignField, readResult, type SoftbankResult } from './result.ts';

/** Alipay cannot be looked up, so its result decides; the provider's daily file must confirm the money it reports. */
const outcomeOf = (result: SoftbankResult): Verdict => {
  const providerId = result.res_tracking_id || null;
  switch (result.res_result) {
    case 'OK':
    case 'PY':
      return { kind: 'paid', providerId, amount: Number(result.amount), currency: 'jpy', isUnconfirmed: true };
    case 'NG':
      return { kind: 'declined', providerId, reason: softbankReasonOf(result.res_err_code) };
    default:
      return { kind: 'cancelled', providerId };
  }
};

/**
 * PayPay is looked up whatever its result notice contains. Only the reason of a refusal is taken from it: the look-up has none.
 */
const verdictOf = (result: SoftbankResult): Verdict => {
  if (result.pay_method === 'alipay') return outcomeOf(result);
  return { kind: 'poll', data: result.res_result === 'NG' ? { error_code: result.res_err_code } : {} };
};

/** The result notice of a wallet. Null unless it is complete; `judge` compares it with the attempt that it names. */
export const softbankNotice =
  (options: SoftbankOptions): NonNullable<Adapter['notice']> =>
  async (raw): Promise<Notice | null> => {
    const { log } = options;
    const read = readResult(raw);
    if (read.kind === 'refused') {
      log('warn', 'softbank_notice_refused', { field: read.field });
      return null;
    }
    const { result, isOf } = read;
    return {
      providerId: null,
      attemptId: result.order_id,
      about: [result.order_id, result.res_tracking_id, result.res_result, result.res_date].join('-'),
      contract: contractId({ merchant: result.merchant_id, service: result.service_id }),
      isFor: (attempt, site) => {
        const shop = shopOf(options, attempt, site);
        const isTheirs = shop !== undefined && isOf(shop);
        if (!isTheirs) log('warn', 'softbank_notice_refused', { field: 'sps_hashcode' });
        return isTheirs;
      },
      judge: (attempt) => {
        const field = foreignField(result, attempt, Date.now());
        if (field === null) return verdictOf(result);
        /* It is signed, so the key has leaked or the provider contradicts itself: a person must check. */
        log('error', 'softbank_notice_differs', { field, order: attempt.order_id });
        return null;
      },
    };
  };
