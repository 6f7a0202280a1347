import type { Attempt, Notice, Outcome, ProviderData } from '#server/payments/providers/adapter.ts';
import { formOf } from '#server/shared/form.ts';
import type { SiteCode } from '#src/domain/site.ts';
import type { GmoClient, GmoFields, GmoOptions } from './client.ts';
import { isMissing } from './reasons.ts';

/** 128 bits in 25 characters of [0-9a-z]. */
const length = 25;

/** The OrderID of an attempt, derived from its id: at most 27 characters of [A-Za-z0-9-]. */
export const orderIdOf = ({ id }: Pick<Attempt, 'id'>): string =>
  BigInt(`0x${id.replaceAll('-', '')}`)
    .toString(36)
    .padStart(length, '0');

/** The id of the attempt of an OrderID; null when the shop did not create it. */
export const attemptIdOf = (orderId: string): string | null => {
  if (!/^[0-9a-z]{25}$/.test(orderId)) return null;
  const number = [...orderId].reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n);
  const hex = number.toString(16).padStart(32, '0');
  return hex.length > 32 ? null : hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};

/** Whether a search response is about this attempt, and has the captured amount if there is one. */
const isAbout = (attempt: Attempt, { OrderID, AccessID, Amount, Status = '' }: GmoFields): boolean => {
  const known = attempt.data?.access_id;
  if (OrderID !== undefined && OrderID !== orderIdOf(attempt)) return false;
  if (known && AccessID !== undefined && AccessID !== known) return false;
  return !['CAPTURE', 'SALES'].includes(Status) || /^\d{1,9}$/.test(Amount ?? '');
};

/** A transaction at GMO. `silence`: nothing could be read, or it is about another attempt. */
type Trade = { kind: 'found'; fields: GmoFields } | { kind: 'missing' | 'silence' };

/** Looks the transaction of an attempt up, with further fields where the call needs them. */
export const findTrade = async (
  client: GmoClient,
  { log }: Pick<GmoOptions, 'log'>,
  attempt: Attempt,
  { site, call, more }: { site: SiteCode; call: string; more?: GmoFields },
): Promise<Trade> => {
  const answer = await client.callAs(attempt, site, call, { OrderID: orderIdOf(attempt), ...more });
  if (answer.kind === 'ok' && isAbout(attempt, answer.fields)) return { kind: 'found', fields: answer.fields };
  if (answer.kind === 'ok') log('error', 'gmo_search_differs', { order: attempt.order_id });
  return { kind: answer.kind === 'error' && isMissing(answer.infos) ? 'missing' : 'silence' };
};

/** Ids that later calls about a transaction need. */
export const storedPasses = ({ AccessID = '', AccessPass = '' }: GmoFields): ProviderData => ({
  access_id: AccessID,
  access_pass: AccessPass,
});

/** The outcome of a transaction that was captured. */
export const paidBy = (fields: GmoFields): Outcome => ({
  kind: 'paid',
  providerId: fields.AccessID ?? null,
  amount: Number(fields.Amount),
  currency: 'jpy',
  data: storedPasses(fields),
});

/** A result notice is unsigned, so it only names the attempt to poll. */
export const readNotice =
  (client: GmoClient) =>
  async (raw: Uint8Array): Promise<Notice | null> => {
    const form = formOf(raw);
    const shopId = form.get('ShopID') ?? '';
    if (shopId === '') return null;
    return {
      providerId: null,
      attemptId: attemptIdOf(form.get('OrderID') ?? ''),
      isAboutMoney: /^(RETURN|VOID|CANCEL)/.test(form.get('Status') ?? ''),
      isFor: (attempt, site) => client.isFor(shopId, attempt, site),
    };
  };
