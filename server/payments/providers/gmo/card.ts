import {
  type Adapter,
  type Attempt,
  ageOf,
  nothing,
  type Outcome,
  type Refused,
  type StartFacts,
} from '#server/payments/providers/adapter.ts';
import { createGmoClient, type GmoAnswer, type GmoFields, type GmoOptions, passesOf } from './client.ts';
import { findTrade, orderIdOf, paidBy, readNotice, storedPasses } from './order.ts';
import { gmoReasonOf, isCardCompany, isOpen, isUsed, refusalOf } from './reasons.ts';

type Sent = Pick<StartFacts, 'site' | 'returnUrl'>;

/** Time in ms after which a charge of an attempt can no longer be in flight; no request takes that long. */
const lostAfter = 5 * 60_000;

const declined = (providerId: string | null, infos: readonly string[]): Outcome => ({
  kind: 'declined',
  providerId,
  reason: gmoReasonOf(infos),
});
/** Our call ended without a response, so sending it again cannot run concurrently with it. */
const unheard = { step: 'unheard' };

const redirectTo = (url: string) => ({ url, method: 'GET', fields: {} }) as const;

/** State of a transaction by GMO's status: `unfinished` can still be charged, by us only. */
const states = new Map([
  ...['CAPTURE', 'SALES'].map((status) => [status, 'paid'] as const),
  ...['UNPROCESSED', 'AUTHENTICATED'].map((status) => [status, 'unfinished'] as const),
  ...['VOID', 'RETURN', 'RETURNX'].map((status) => [status, 'returned'] as const),
]);
type Found = { kind: 'paid' | 'unfinished' | 'returned'; fields: GmoFields } | { kind: 'missing' | 'silence' };

/**
 * Cards by token, with 3-D Secure 2 on the bank's pages (docs/payments.md#gmo-calls, docs/payments.md#gmo-3-d-secure-2). A
 * transaction can be charged only once, and its OrderID derives from the attempt: a repeated call meets the first one, and
 * SearchTrade returns its state.
 */
export const createGmo = (options: GmoOptions): Adapter => {
  const client = createGmoClient(options);

  const search = async (attempt: Attempt, { site }: Pick<Sent, 'site'>): Promise<Found> => {
    const trade = await findTrade(client, options, attempt, { site, call: 'SearchTrade' });
    if (trade.kind !== 'found') return trade;
    const kind = states.get(trade.fields.Status ?? '');
    return kind ? { kind, fields: trade.fields } : { kind: 'silence' };
  };

  /** After a call that should have charged, GMO's ledger decides; `otherwise` applies when it has no charge. */
  const proved = async (attempt: Attempt, facts: Sent, otherwise: Outcome): Promise<Outcome> => {
    const found = await search(attempt, facts);
    if (found.kind === 'paid') return paidBy(found.fields);
    if (found.kind === 'returned') return { kind: 'cancelled', providerId: null };
    if (found.kind !== 'silence' || otherwise.kind === 'unknown') return otherwise;
    return { kind: 'unknown', data: unheard };
  };
  /**
   * A refusal by the card company is final; another error counts only if GMO's ledger has no charge. `open`: the outcome without
   * a conclusive response.
   */
  const afterCharge = (attempt: Attempt, facts: Sent, passes: GmoFields, answer: GmoAnswer, open: Outcome) => {
    const providerId = passes.AccessID ?? null;
    if (answer.kind !== 'error' || isOpen(answer.infos)) return proved(attempt, facts, open);
    const refused = declined(providerId, answer.infos);
    return isCardCompany(answer.infos) ? refused : proved(attempt, facts, refused);
  };

  /** The only call that charges or redirects to the bank. The token can be used once. */
  const exec = async (attempt: Attempt, facts: Sent, passes: GmoFields): Promise<Outcome> => {
    const answer = await client.call('ExecTran', {
      ...passesOf(passes),
      OrderID: orderIdOf(attempt),
      Method: '1',
      Token: attempt.token ?? '',
      RetUrl: facts.returnUrl,
      CallbackType: '3',
      ClientField1: attempt.order_id,
    });
    const { RedirectUrl: url = '', ACS } = answer.kind === 'ok' ? answer.fields : {};
    const data = storedPasses(passes);
    const providerId = passes.AccessID ?? null;
    if (ACS === '2' && URL.canParse(url))
      return { kind: 'redirect', providerId, redirect: redirectTo(url), data: { ...data, url } };
    return afterCharge(attempt, facts, passes, answer, { kind: 'unknown', data: { ...data, ...unheard } });
  };

  /** Creates a transaction; if it exists, the attempt was sent before and is only polled. */
  const start = async (attempt: Attempt, facts: Sent): Promise<Outcome> => {
    const entry = await client.callAs(attempt, facts.site, 'EntryTran', {
      OrderID: orderIdOf(attempt),
      JobCd: 'CAPTURE',
      Amount: String(attempt.amount),
      TdFlag: '2',
      TdTenantName: '',
    });
    if (entry.kind === 'ok') return exec(attempt, facts, entry.fields);
    if (entry.kind === 'silence') return { kind: 'unknown', data: unheard };
    if (isUsed(entry.infos)) return proved(attempt, facts, { kind: 'unknown' });
    /* An entry charges nothing, so a refused one ends the attempt. */
    return declined(null, entry.infos);
  };

  /** Charges after the identity check. `step` is stored before, so that a later poll continues from here. */
  const secureTran = async (attempt: Attempt, facts: StartFacts, passes: GmoFields): Promise<Outcome> => {
    await facts.save({ step: 'charging' });
    const answer = await client.call('SecureTran2', passes);
    return afterCharge(attempt, facts, passes, answer, { kind: 'unknown' });
  };

  /** Applies the bank's result letter (docs/payments.md#gmo-3-d-secure-2). */
  const judged = async (
    attempt: Attempt,
    facts: StartFacts,
    passes: GmoFields,
    fields: GmoFields,
  ): Promise<Outcome> => {
    const providerId = passes.AccessID ?? null;
    const { Tds2TransResult: letter, ChallengeUrl: url = '' } = fields;
    if (letter === 'Y' || letter === 'A') return secureTran(attempt, facts, passes);
    if (letter === 'C' && URL.canParse(url))
      return { kind: 'redirect', providerId, redirect: redirectTo(url), next: true, data: { url } };
    return proved(attempt, facts, { kind: 'declined', providerId, reason: 'authentication' });
  };

  /** The browser returned from the bank. Its parameters only select the next call. */
  const continueReturned = async (attempt: Attempt, facts: StartFacts, passes: GmoFields): Promise<Outcome> => {
    const { event = '', param = '' } = facts.returned;
    if (event === '') return secureTran(attempt, facts, passes);
    const answer = await (event === 'AuthResultReady'
      ? client.call('Tds2Result', passes)
      : client.call('Tds2Auth', { ...passes, Tds2Param: param }));
    if (answer.kind === 'ok') return judged(attempt, facts, passes, answer.fields);
    return afterCharge(attempt, facts, passes, answer, { kind: 'unknown' });
  };

  /** Not redirected yet, or the response was lost. A charge that may still be in flight is not sent a second time. */
  const sendAgain = (attempt: Attempt, facts: Sent, fields: GmoFields): Outcome | Promise<Outcome> => {
    const isOld = ageOf(attempt) > 2 * options.timeout;
    if (attempt.data?.step !== unheard.step && !isOld) return { kind: 'unknown', answered: true };
    /* The address of the bank's page was lost, so the visitor cannot get there, and nothing is charged before. */
    if (fields.Status === 'AUTHENTICATED') return { kind: 'cancelled', providerId: fields.AccessID ?? null };
    return exec(attempt, facts, fields);
  };

  /** Polled while GMO's ledger has no charge. */
  const continueUnfinished = (attempt: Attempt, facts: StartFacts, fields: GmoFields): Outcome | Promise<Outcome> => {
    const { data } = attempt;
    const passes = passesOf(fields);
    if (attempt.state === 'started') return sendAgain(attempt, facts, fields);
    if (attempt.state !== 'requires_action') return { kind: 'unknown', answered: true };
    if (facts.returned.MD === passes.AccessID) return continueReturned(attempt, facts, passes);
    if (data?.step === 'charging') return secureTran(attempt, facts, passes);
    const { AccessID: providerId = null } = passes;
    return data?.url
      ? { kind: 'redirect', providerId, redirect: redirectTo(data.url) }
      : { kind: 'cancelled', providerId };
  };

  return {
    contractFor: client.contractFor,
    start,
    poll: async (attempt, facts) => {
      const found = await search(attempt, facts);
      if (found.kind === 'paid') return paidBy(found.fields);
      if (found.kind === 'unfinished') return continueUnfinished(attempt, facts, found.fields);
      if (found.kind === 'returned') return { kind: 'cancelled', providerId: null };
      if (found.kind === 'missing' && attempt.state === 'started') return start(attempt, facts);
      return { kind: 'unknown' };
    },

    /* GMO cannot cancel a transaction that was not charged (VOID is for charges); it ends because we never charge it. A first
       charge may still be in flight; after the bank's page only our own next call charges. */
    cancel: async (attempt, facts) => {
      const found = await search(attempt, facts);
      if (found.kind === 'paid') return paidBy(found.fields);
      if (found.kind === 'silence') return { kind: 'unknown' };
      const isQuiet = attempt.state === 'requires_action' && attempt.data?.step !== 'charging';
      const isOld = ageOf(attempt) > lostAfter;
      const isOver = found.kind === 'returned' || isQuiet || isOld;
      return isOver ? { kind: 'cancelled', providerId: null } : { kind: 'unknown', answered: true };
    },

    refund: async (attempt, site) => {
      const found = await search(attempt, { site });
      if (found.kind === 'returned') return true;
      if (found.kind !== 'paid') return false;
      let refusal: Refused | false = false;
      for (const JobCd of ['RETURN', 'RETURNX']) {
        const answer = await client.callAs(attempt, site, 'AlterTran', { ...passesOf(found.fields), JobCd });
        if (answer.kind === 'ok') return true;
        refusal = refusalOf(answer);
      }
      return (await search(attempt, { site })).kind === 'returned' || refusal;
    },

    readLedger: async (attempt, site) => {
      const found = await search(attempt, { site });
      if (found.kind === 'silence') return { kind: 'silence' };
      if (found.kind !== 'paid' && found.kind !== 'returned') return nothing;
      const captured = Number(found.fields.Amount);
      return { kind: 'known', captured, refunded: found.kind === 'returned' ? captured : 0 };
    },

    notice: readNotice(client),
  };
};
