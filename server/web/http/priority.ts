import type { Context } from 'hono';
import { hashOf } from '#server/core/crypto.ts';
import type { Db } from '#server/db/open.ts';
import type { AdmissionQueue, RequestClass } from '#server/shared/admission-queue/admission-queue.ts';
import { orderOpenedBy } from '#server/shared/tokens/order-tokens.ts';
import type { Variables } from './variables.ts';

/** A token in a request, and the kind of resource it claims to open. */
export type Claim = { of: 'order' | 'mail' | 'ticket' | 'share'; token: string };

type ContractCall = { method: string; path: string; params: Record<string, string>; body?: unknown };

const replacedBy = (body: unknown): string | null =>
  typeof body === 'object' && body !== null && 'replaces' in body && typeof body.replaces === 'string'
    ? body.replaces
    : null;

/** The token by which a call may claim a higher class; null if it has none. `path` is the contract's. */
export const claimOf = ({ method, path, params, body }: ContractCall): Claim | null => {
  const [, resource] = path.split('/');
  const token = params.token ?? '';
  if (resource === 'ordercoupons' || (resource === 'orders' && token !== '')) return { of: 'order', token };
  if (resource === 'ordermails') return { of: method === 'GET' ? 'mail' : 'order', token };
  if (params.reservation_token) return { of: 'ticket', token: params.reservation_token };
  if (params.share_token) return { of: 'share', token: params.share_token };
  const replaced = path === '/orders' ? replacedBy(body) : null;
  return replaced === null ? null : { of: 'order', token: replaced };
};

/** Class of a call without a valid token. */
export const plainClassOf = (path: string): RequestClass => {
  if (path === '/orders') return 'order';
  return path === '/orders/confirmcheckout' || path.startsWith('/returns/') ? 'payment' : 'catalogue';
};

const isInDatabase = async (db: Db, { of, token }: Claim): Promise<boolean> => {
  const hash = hashOf(token);
  const rows = {
    order: () => db.selectFrom('orders').select('id').where('id', '=', orderOpenedBy(token)),
    mail: () => db.selectFrom('mail_links').select('id').where('token_hash', '=', hash),
    ticket: () => db.selectFrom('tickets').select('id').where('token_hash', '=', hash),
    share: () => db.selectFrom('tickets').select('id').where('share_hash', '=', hash),
  };
  return (await rows[of]().executeTakeFirst()) !== undefined;
};

/** Number of valid tokens that a process remembers. */
const maxKnown = 20_000;

/**
 * Classifies requests by tokens that exist. A token this process has not seen is looked up by one indexed read, in a
 * separate, limited class, so forged tokens gain nothing.
 */
export const createPriorities = (db: Db, admissionQueue: AdmissionQueue) => {
  const known = new Set<string>();
  const keyOf = ({ of, token }: Claim) => `${of} ${token}`;
  const remember = (claim: Claim): void => {
    const key = keyOf(claim);
    known.delete(key);
    known.add(key);
    for (const oldest of known) {
      if (known.size <= maxKnown) break;
      known.delete(oldest);
    }
  };
  const isValid = async (claim: Claim, client: string): Promise<boolean> => {
    const isKnown =
      known.has(keyOf(claim)) || (await admissionQueue.admit('verify', client, () => isInDatabase(db, claim)));
    if (isKnown) remember(claim);
    return isKnown;
  };
  return {
    /** The class a request is admitted in; a higher one only when its token is valid. Throws as `admit`. */
    classOf: async (call: ContractCall, client: string): Promise<RequestClass> => {
      const claim = claimOf(call);
      if (!claim || !(await isValid(claim, client))) return plainClassOf(call.path);
      return claim.of === 'order' || claim.of === 'mail' ? 'purchase' : 'ticket';
    },
    learn: (reply: unknown): void => {
      if (typeof reply !== 'object' || reply === null) return;
      /* Empty where only another browser may have the token. */
      if ('order_token' in reply && typeof reply.order_token === 'string' && reply.order_token !== '')
        remember({ of: 'order', token: reply.order_token });
      if ('reservation_token' in reply && typeof reply.reservation_token === 'string')
        remember({ of: 'ticket', token: reply.reservation_token });
    },
  };
};

export type Priorities = ReturnType<typeof createPriorities>;

/** Admits a request for a ticket's link that is not a call of the contract. */
export const admitTicket = async <T>(
  { admissionQueue }: { admissionQueue: AdmissionQueue },
  { classOf }: Priorities,
  c: Context<Variables>,
  work: () => Promise<T>,
): Promise<T> => {
  const params = { reservation_token: c.req.param('reservation_token') ?? '' };
  const name = await classOf({ method: 'GET', path: '/tickets/{reservation_token}', params }, c.get('address'));
  return admissionQueue.admit(name, c.get('address'), work);
};
