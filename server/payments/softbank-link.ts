import type { SiteCode } from '#src/domain/site.ts';
import { type Adapter, type Attempt, type Leave, nothing, type Outcome, type StartFacts } from './adapter.ts';
import { callSoftbank, limitSecond, type SoftbankOptions, shopOf } from './softbank-client.ts';
import { item } from './softbank-credit.ts';
import { hashOfValues, type SoftbankShop, stampOf } from './softbank-hash.ts';
import { isRepeated } from './softbank-reasons.ts';
import type { XmlField } from './softbank-xml.ts';

type Wallet = 'paypay' | 'alipay';

/** PayPay can be asked about; what became of an Alipay payment is told by the result CGI only. */
const lookups: Partial<Record<Wallet, string>> = { paypay: 'MG01-00101-311' };
const refunds: Record<Wallet, string> = { paypay: 'ST02-00303-311', alipay: 'ST02-00306-510' };

/** How long the result is waited for after the visitor came back by the success address, ms. */
const proofWait = 30 * 60_000;

const marks = ['success', 'cancel', 'error'] as const;
type Mark = (typeof marks)[number];

/** The address by which the browser came back, now or before: what it says is never proof. */
const markOf = ({ data }: Attempt, { returned }: Pick<StartFacts, 'returned'>): Mark | undefined =>
  marks.find((mark) => mark === (data?.came === 'success' ? data.came : (returned.came ?? data?.came)));

/**
 * The form that takes the browser to the provider's page (payments.md §2.3): all fields in hash order, empty ones too. The
 * order id is the attempt's, so that however often the form is sent one payment comes of it.
 */
export const linkFields = (
  wallet: Wallet,
  shop: SoftbankShop,
  attempt: Attempt,
  { returnUrl, noticeUrl }: Pick<StartFacts, 'returnUrl' | 'noticeUrl'>,
  now: number,
): Record<string, string> => {
  const back = (mark: Mark) => `${returnUrl}&came=${mark}`;
  const fields = {
    pay_method: wallet,
    merchant_id: shop.merchant,
    service_id: shop.service,
    cust_code: attempt.order_id,
    sps_cust_no: '',
    sps_payment_no: '',
    order_id: attempt.id,
    item_id: item.id,
    pay_item_id: '',
    item_name: item.name,
    tax: '',
    amount: String(attempt.amount),
    pay_type: '0',
    auto_charge_type: '',
    service_type: '0',
    div_settele: '',
    last_charge_month: '',
    camp_type: '',
    tracking_id: '',
    terminal_type: '0',
    success_url: back('success'),
    cancel_url: back('cancel'),
    error_url: back('error'),
    pagecon_url: noticeUrl,
    free1: '',
    free2: '',
    free3: '',
    free_csv: '',
    request_date: stampOf(now),
    limit_second: limitSecond,
  };
  return { ...fields, sps_hashcode: hashOfValues(Object.values(fields), shop.hashKey) };
};

/**
 * Wallets on the provider's own pages (payments.md §2.3). The result CGI is the proof, for PayPay a look-up too; the address
 * the browser comes back by is none. What is paid after an attempt was given up is honoured or given back (`settle`).
 */
export const createSoftbankLink = (options: SoftbankOptions, wallet: Wallet): Adapter => {
  const leaveOf = (attempt: Attempt, facts: StartFacts, shop: SoftbankShop): Leave => ({
    url: options.linkUrl,
    method: 'POST',
    fields: linkFields(wallet, shop, attempt, facts, Date.now()),
  });

  /** In: an attempt. Out: what the provider says of it; null where it cannot be asked, or knows nothing of a payment. */
  const lookUp = async (attempt: Attempt, site: SiteCode): Promise<Outcome | null> => {
    const shop = shopOf(options, site);
    const call = lookups[wallet];
    if (!call || !shop) return null;
    const { provider_id: known } = attempt;
    const which: XmlField = known ? ['tracking_id', known] : ['order_id', attempt.id];
    const answer = await callSoftbank(options, shop, call, [which, ['encrypted_flg', '0']]);
    if (answer.kind === 'none') return { kind: 'unknown' };
    if (answer.kind === 'ng') return null;
    const providerId = answer.values.get('tracking_id') || answer.values.get('res_tracking_id') || known;
    const status = answer.values.get('payment_status');
    if (status === '3') return { kind: 'paid', providerId, amount: attempt.amount, currency: 'jpy' };
    if (status === '1' || status === '2') return { kind: 'unknown', answered: true };
    return status && /^[4-9]$/.test(status) ? { kind: 'cancelled', providerId } : null;
  };

  const open = (attempt: Attempt, facts: StartFacts): Outcome => {
    const shop = shopOf(options, facts.site);
    if (!shop) return { kind: 'declined', providerId: null, reason: 'try_later' };
    return { kind: 'redirect', providerId: null, leave: leaveOf(attempt, facts, shop) };
  };

  return {
    start: async (attempt, facts) => open(attempt, facts),

    ask: async (attempt, facts) => {
      const told = await lookUp(attempt, facts.site);
      const came = markOf(attempt, facts);
      if (told?.kind === 'paid' || told?.kind === 'cancelled') return told;
      if (came && (told || came === 'success')) return { kind: 'unknown', answered: true, data: { came } };
      if (told) return told;
      if (came === 'cancel') return { kind: 'cancelled', providerId: null };
      if (came === 'error') return { kind: 'declined', providerId: null, reason: 'try_later' };
      return open(attempt, facts);
    },

    drop: async (attempt, facts) => {
      const told = await lookUp(attempt, facts.site);
      if (told) return told;
      const waits = markOf(attempt, facts) === 'success' && Date.now() - attempt.created_at.getTime() < proofWait;
      return waits ? { kind: 'unknown', answered: true } : { kind: 'cancelled', providerId: null };
    },

    refund: async (attempt, site) => {
      const shop = shopOf(options, site);
      const { provider_id, amount, data } = attempt;
      if (!shop || !provider_id) return false;
      if ((await lookUp(attempt, site))?.kind === 'cancelled') return true;
      const sum: XmlField[] =
        wallet === 'alipay' ? [['pay_option_manage', [['amount', data?.paid ?? String(amount)]]]] : [];
      const own: XmlField[] = [['tracking_id', provider_id], ['processing_datetime', stampOf(Date.now())], ...sum];
      const answer = await callSoftbank(options, shop, refunds[wallet], own);
      return answer.kind === 'ok' || (answer.kind === 'ng' && isRepeated(answer.code));
    },

    /* Their answer names no amount: it is the one that was asked for, since the form is signed. */
    book: async (attempt, site) => {
      if (!lookups[wallet]) return { kind: 'unaskable' };
      if (!shopOf(options, site)) return { kind: 'silence' };
      const told = await lookUp(attempt, site);
      if (told?.kind === 'unknown') return told.answered ? nothing : { kind: 'silence' };
      return told?.kind === 'paid' ? { kind: 'told', captured: told.amount, refunded: 0 } : nothing;
    },
  };
};
