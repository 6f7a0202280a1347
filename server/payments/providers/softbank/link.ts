import {
  type Adapter,
  type Attempt,
  ageOf,
  type LedgerEntry,
  nothing,
  type Outcome,
  type StartFacts,
} from '#server/payments/providers/adapter.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { callSoftbank, type SoftbankOptions, shopOf, softbankShops } from './client.ts';
import {
  holdsResultCode,
  linkFields,
  type ReturnMark,
  requestDateFor,
  returnMarks,
  storedForm,
  type Wallet,
} from './form.ts';
import { stampOf } from './hash.ts';
import { refundOf, softbankReasonOf } from './reasons.ts';
import type { XmlField } from './xml.ts';

/** Look-up calls. Alipay has none. */
const lookups: Partial<Record<Wallet, string>> = { paypay: 'MG01-00101-311' };
const refunds: Record<Wallet, string> = { paypay: 'ST02-00303-311', alipay: 'ST02-00306-510' };

/** How long to wait for the result after the visitor returned to the success address, ms. */
const proofWait = 30 * 60_000;

/** The ledger entry, by the daily file, of a payment that cannot be looked up; a refund was confirmed by the API. */
const confirmedEntry = ({ state, amount, unconfirmed_since: since, confirmed_at }: Attempt): LedgerEntry => {
  if (since) return { kind: 'unconfirmed', since };
  if (!confirmed_at) return { kind: 'unaskable' };
  return { kind: 'known', captured: amount, refunded: state === 'refunded' ? amount : 0 };
};

/** The address by which the browser returned, now or earlier; after a success no other one counts. */
const markOf = ({ data }: Attempt, { returned }: Pick<StartFacts, 'returned'>): ReturnMark | undefined => {
  const came = data?.came === 'success' ? 'success' : (returned.came ?? data?.came);
  return returnMarks.find((mark) => mark === came);
};

/**
 * Wallets on the provider's own pages. PayPay can be looked up, Alipay has result notices only; the browser's return address
 * proves nothing. A payment for a cancelled attempt still counts or is refunded (`askProvider`).
 */
export const createSoftbankLink = (options: SoftbankOptions, wallet: Wallet): Adapter => {
  /**
   * The provider's state of an attempt; null where there is no look-up, or no payment. Looked up by our own id: a tracking id
   * could belong to another order.
   */
  const lookUp = async (attempt: Attempt, site: SiteCode): Promise<Outcome | null> => {
    const shop = shopOf(options, attempt, site);
    const call = lookups[wallet];
    if (!shop) return { kind: 'unknown' };
    if (!call) return null;
    const { provider_id: known } = attempt;
    const answer = await callSoftbank(options, shop, call, [
      ['order_id', attempt.id],
      ['encrypted_flg', '0'],
    ]);
    if (answer.kind === 'none') return { kind: 'unknown' };
    if (answer.kind === 'ng') return null;
    const providerId = answer.values.get('tracking_id') || answer.values.get('res_tracking_id') || known;
    if (known !== null && providerId !== known) {
      options.log('error', 'softbank_lookup_differs', { field: 'tracking_id', order: attempt.order_id });
      return { kind: 'unknown', answered: true };
    }
    const status = answer.values.get('payment_status');
    if (status === '3') return { kind: 'paid', providerId, amount: attempt.amount, currency: 'jpy' };
    if (status === '1' || status === '2') return { kind: 'unknown', answered: true };
    return status && /^[4-9]$/.test(status) ? { kind: 'cancelled', providerId } : null;
  };

  /** The form is stored before the browser gets it: a result counts only when it repeats a stored form. */
  const open = async (attempt: Attempt, facts: StartFacts): Promise<Outcome> => {
    const shop = shopOf(options, attempt, facts.site);
    const refused: Outcome = { kind: 'declined', providerId: null, reason: 'try_later' };
    if (!shop) return refused;
    const fields = linkFields(wallet, shop, attempt, facts, requestDateFor(attempt, Date.now()));
    if (holdsResultCode(fields)) {
      options.log('error', 'softbank_form_refused', { order: attempt.order_id });
      return refused;
    }
    await facts.save(storedForm(fields));
    return { kind: 'redirect', providerId: null, redirect: { url: options.linkUrl, method: 'POST', fields } };
  };

  return {
    contractFor: softbankShops(options).dataFor,
    start: open,

    poll: async (attempt, facts) => {
      /* Without its shop nothing is known, also of a form that was sent before. */
      if (!shopOf(options, attempt, facts.site)) return { kind: 'unknown' };
      const outcome = await lookUp(attempt, facts.site);
      if (outcome?.kind === 'paid' || outcome?.kind === 'cancelled') return outcome;
      /* A notice alone ends nothing, and no visitor waits for another form. */
      if (facts.isNotice) return outcome ?? { kind: 'unknown', answered: true };
      const mark = markOf(attempt, facts);
      /* After a return the result notice may still be on its way, so the mark is stored and nothing is decided. */
      if (mark && (outcome || mark === 'success')) return { kind: 'unknown', answered: true, data: { came: mark } };
      if (outcome) return outcome;
      if (mark === 'cancel') return { kind: 'cancelled', providerId: null };
      const reason = attempt.data?.error_code ? softbankReasonOf(attempt.data.error_code) : 'try_later';
      return mark === 'error' ? { kind: 'declined', providerId: null, reason } : open(attempt, facts);
    },

    cancel: async (attempt, facts) => {
      const outcome = await lookUp(attempt, facts.site);
      if (outcome) return outcome;
      const waits = markOf(attempt, facts) === 'success' && ageOf(attempt) < proofWait;
      return waits ? { kind: 'unknown', answered: true } : { kind: 'cancelled', providerId: null };
    },

    refund: async (attempt, site) => {
      const shop = shopOf(options, attempt, site);
      const { provider_id, amount } = attempt;
      if (!shop || !provider_id) return false;
      if ((await lookUp(attempt, site))?.kind === 'cancelled') return true;
      const sum: XmlField[] = wallet === 'alipay' ? [['pay_option_manage', [['amount', String(amount)]]]] : [];
      const fields: XmlField[] = [['tracking_id', provider_id], ['processing_datetime', stampOf(Date.now())], ...sum];
      return refundOf(await callSoftbank(options, shop, refunds[wallet], fields));
    },

    /* The look-up returns no amount: it is the requested one, since the form is signed. */
    readLedger: async (attempt, site) => {
      if (!lookups[wallet]) return confirmedEntry(attempt);
      const outcome = await lookUp(attempt, site);
      if (outcome?.kind === 'unknown') return outcome.answered ? nothing : { kind: 'silence' };
      return outcome?.kind === 'paid' ? { kind: 'known', captured: outcome.amount, refunded: 0 } : nothing;
    },
  };
};
