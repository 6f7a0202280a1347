import {
  type Adapter,
  type Attempt,
  ageOf,
  nothing,
  type Outcome,
  type ProviderData,
  type StartFacts,
} from '#server/payments/providers/adapter.ts';
import { createGmoClient, type GmoFields, type GmoOptions, passesOf } from './client.ts';
import { findTrade, orderIdOf, paidBy, readNotice, storedPasses } from './order.ts';
import { gmoReasonOf, isOpen, isUsed, refusalOf } from './reasons.ts';

/** Seconds that PayPay waits for the visitor: less than the seats are held for a payment. */
const term = 900;

/** PayPay's page is opened by a form; its fields are stored, so that it can be opened again. */
const redirectTo = ({ access_id = '', pay_token = '', url = '' }: ProviderData): Outcome => ({
  kind: 'redirect',
  providerId: access_id,
  redirect: { url, method: 'POST', fields: { AccessID: access_id, Token: pay_token } },
});

/**
 * PayPay on its own pages (docs/payments.md#gmo-paypay). Only the visitor can pay there, once per OrderID. The parameters of the
 * browser's return are not trusted; SearchTradeMulti is polled instead.
 */
export const createGmoPaypay = (options: GmoOptions): Adapter => {
  const client = createGmoClient(options);

  const search = (attempt: Attempt, site: StartFacts['site']) =>
    findTrade(client, options, attempt, { site, call: 'SearchTradeMulti', more: { PayType: '45' } });

  const exec = async (attempt: Attempt, facts: StartFacts, passes: GmoFields): Promise<Outcome> => {
    const data = storedPasses(passes);
    const answer = await client.callAs(attempt, facts.site, 'ExecTranPaypay', {
      ...passesOf(passes),
      OrderID: orderIdOf(attempt),
      RetURL: facts.returnUrl,
      PaymentTermSec: String(term),
      ClientField1: attempt.order_id,
    });
    if (answer.kind === 'error' && !isOpen(answer.infos))
      return { kind: 'declined', providerId: passes.AccessID ?? '', reason: gmoReasonOf(answer.infos), data };
    const { StartURL: url = '', Token: pay_token = '' } = answer.kind === 'ok' ? answer.fields : {};
    if (!URL.canParse(url) || pay_token === '') return { kind: 'unknown', data };
    const page = { ...data, url, pay_token };
    return { ...redirectTo(page), data: page };
  };

  const start = async (attempt: Attempt, facts: StartFacts): Promise<Outcome> => {
    const entry = await client.callAs(attempt, facts.site, 'EntryTranPaypay', {
      OrderID: orderIdOf(attempt),
      JobCd: 'CAPTURE',
      Amount: String(attempt.amount),
    });
    if (entry.kind === 'ok') return exec(attempt, facts, entry.fields);
    if (entry.kind === 'silence' || isUsed(entry.infos)) return { kind: 'unknown' };
    return { kind: 'declined', providerId: null, reason: gmoReasonOf(entry.infos) };
  };

  /** Not paid yet. Visitors who returned wait, since PayPay may be late; others are redirected (again). */
  const waiting = (attempt: Attempt, facts: StartFacts, providerId: string): Outcome => {
    const { data, state } = attempt;
    const isBack = data?.step === 'returned' || 'Status' in facts.returned;
    if (isBack) return { kind: 'unknown', answered: true, data: { step: 'returned' } };
    if (data?.pay_token) return redirectTo(data);
    /* The address of PayPay's page was lost with a response, or is still on its way to us; without it the visitor cannot pay. */
    const isOld = ageOf(attempt) > 2 * options.timeout;
    if (state === 'started' && !isOld && (!data || facts.isNotice)) return { kind: 'unknown', answered: true };
    return { kind: 'cancelled', providerId };
  };

  const outcomeOf = (attempt: Attempt, facts: StartFacts, fields: GmoFields): Outcome | Promise<Outcome> => {
    const { AccessID: access_id = '', Status } = fields;
    switch (Status) {
      case 'CAPTURE':
      case 'SALES':
        return paidBy(fields);
      case 'UNPROCESSED':
        if (attempt.state === 'started') return exec(attempt, facts, fields);
        return { kind: 'cancelled', providerId: access_id };
      case 'REQSUCCESS':
        return waiting(attempt, facts, access_id);
      /* The reason is shown on PayPay's own page only. */
      case 'PAYFAIL':
      case 'CANCEL':
      case 'RETURN':
      case 'EXPIRED':
        return { kind: 'cancelled', providerId: access_id };
      default:
        return { kind: 'unknown', answered: true };
    }
  };

  return {
    contractFor: client.contractFor,
    start,
    poll: async (attempt, facts) => {
      const found = await search(attempt, facts.site);
      if (found.kind === 'found') return outcomeOf(attempt, facts, found.fields);
      if (found.kind === 'missing' && attempt.state === 'started') return start(attempt, facts);
      return { kind: 'unknown' };
    },

    /* PayPay's page cannot be closed from here: a later payment is honoured or refunded. */
    cancel: async (attempt, facts) => {
      const found = await search(attempt, facts.site);
      if (found.kind === 'silence') return { kind: 'unknown' };
      const isPaid = found.kind === 'found' && ['CAPTURE', 'SALES'].includes(found.fields.Status ?? '');
      return isPaid ? outcomeOf(attempt, facts, found.fields) : { kind: 'cancelled', providerId: attempt.provider_id };
    },

    refund: async (attempt, site) => {
      const found = await search(attempt, site);
      if (found.kind !== 'found') return false;
      const { Status, Amount = '' } = found.fields;
      if (Status === 'RETURN' || Status === 'CANCEL') return true;
      const answer = await client.callAs(attempt, site, 'PaypayCancelReturn', {
        ...passesOf(found.fields),
        OrderID: orderIdOf(attempt),
        CancelAmount: Amount,
        CancelTax: '0',
      });
      return answer.kind === 'ok' ? answer.fields.Status === 'RETURN' : refusalOf(answer);
    },

    readLedger: async (attempt, site) => {
      const found = await search(attempt, site);
      if (found.kind === 'silence') return { kind: 'silence' };
      const { Status = '', Amount } = found.kind === 'found' ? found.fields : {};
      const isBack = Status === 'RETURN';
      if (!isBack && Status !== 'CAPTURE' && Status !== 'SALES') return nothing;
      const captured = Number(Amount);
      return { kind: 'known', captured, refunded: isBack ? captured : 0 };
    },

    notice: readNotice(client),
  };
};
