import { hashOf } from '#server/core/crypto.ts';
import { type CallName, contract } from '#src/api/contract/index.ts';
import { browserHeader, type Endpoint } from '#src/api/endpoint.ts';
import { peopleOf, rowOf, rowsOf, seatsOf, ticketOf } from './arrange.ts';
import { readLedger } from './buyer.ts';
import type { Answer } from './call.ts';
import { untilAnswered } from './every-method.ts';
import { inputs, payingBrowser } from './inputs.ts';
import { readMailKinds } from './ops.ts';
import type { Shop } from './shop.ts';

type Sent = { params: Record<string, string>; body: unknown };

/** A request to a write of the contract, and a measure of its effect. */
export type Write = Sent & { endpoint: Endpoint; effect: () => Promise<unknown> };

const emailIn = ({ body }: Sent): string => Object(body).email;
const orderOf = (shop: Shop, { params: { token = '' } }: Sent) => shop.call('getOrder', { params: { token } });
const ticketIn = (shop: Shop, { params: { reservation_token = '' } }: Sent) => ticketOf(shop, reservation_token);
/** The people of a ticket's order. */
const countPeople = async (shop: Shop, ticket: { reservation_number: string }): Promise<number> =>
  (await peopleOf(shop, { number: ticket.reservation_number })).length;

/** The kinds of all mails about an order. */
const mailsAbout = async (shop: Shop, order_id: string): Promise<string[]> => {
  const mails = await shop.db.selectFrom('outbox').select('kind').where('order_id', '=', order_id).execute();
  return mails.map(({ kind }) => kind).sort();
};

/** Measures that a second effect of each write would change again; prepared before the write is sent. */
const effects: Partial<Record<CallName, (shop: Shop, sent: Sent) => Promise<Write['effect']> | Write['effect']>> = {
  createOrder:
    (shop, { body }) =>
    async () =>
      (await seatsOf(shop, Object(body).time_span_id)).held,
  putOrder: (shop, sent) => async () => (await orderOf(shop, sent)).customer_info,
  extendOrder: (shop, sent) => async () => (await orderOf(shop, sent)).extensions_left,
  createOrderMail: (shop, sent) => () => readMailKinds(shop, emailIn(sent)),
  createOrderCoupon: (shop, sent) => async () => (await orderOf(shop, sent)).coupon,
  deleteOrderCoupon: (shop, sent) => async () => (await orderOf(shop, sent)).price,
  deleteOrder: (shop, sent) => async () => (await orderOf(shop, sent)).status,
  checkout:
    (shop, { params }) =>
    () =>
      readLedger(shop, params.token ?? ''),
  confirmCheckout: async (shop, { body }) => {
    const { order_id } = await rowOf(shop, 'payments', { provider_id: Object(body).payment_intent_id });
    return async () => {
      /* The provider's notice pays the order too, before or after the confirmation. */
      await shop.sandbox.sandbox.webhooks.settled();
      const tickets = await shop.db.selectFrom('tickets').select('state').where('order_id', '=', order_id).execute();
      return [tickets, await mailsAbout(shop, order_id)];
    };
  },
  shareTicket: (shop, sent) => async () => (await ticketIn(shop, sent)).state,
  stopSharing: (shop, sent) => async () => (await ticketIn(shop, sent)).state,
  sendTicket: (shop, sent) => async () => {
    const ticket = await ticketIn(shop, sent);
    return [ticket.quantity, await countPeople(shop, ticket), await readMailKinds(shop, emailIn(sent))];
  },
  splitTicket: (shop, sent) => async () => (await ticketIn(shop, sent)).quantity,
  changeDate: (shop, sent) => async () => {
    const ticket = await ticketIn(shop, sent);
    return [ticket.state, await countPeople(shop, ticket)];
  },
  createChange:
    (shop, { body }) =>
    async () =>
      (await rowsOf(shop, 'orders', { time_span_id: Object(body).time_span_id })).length,
  refundTicket: (shop, sent) => async () => (await ticketIn(shop, sent)).state,
  revokeTicket: async (shop, { params }) => {
    const { order_id } = await rowOf(shop, 'tickets', { token_hash: hashOf(params.reservation_token ?? '') });
    return () => mailsAbout(shop, order_id);
  },
  correctEmail: async (shop, { params }) => {
    const { order_id } = await rowOf(shop, 'tickets', { token_hash: hashOf(params.reservation_token ?? '') });
    return () => mailsAbout(shop, order_id);
  },
  createReservationMail: (shop, sent) => () =>
    shop.db.selectFrom('link_requests').select('lang').where('address', '=', emailIn(sent)).execute(),
  putMailMagazine:
    (shop, { params }) =>
    async () =>
      (await rowOf(shop, 'mail_magazines', { token_hash: hashOf(params.id ?? '') })).stopped_at !== null,
};

/** Every write of the contract whose effect is known. */
export const writes = Object.keys(effects).filter((name): name is CallName => name in contract);

/** A new write of the contract, by its name. */
export const makeWrite = async (shop: Shop, name: CallName): Promise<Write> => {
  const { params = {}, body }: { params?: Record<string, string>; body?: unknown } = await inputs[name](shop);
  const effect = await effects[name]?.(shop, { params, body });
  if (!effect) throw new Error(`${name} is no write.`);
  return { endpoint: contract[name], params, body, effect };
};

/** The headers of a write beside its key: the secret of the browser that paid, where the call has it. */
export const headersOf = ({ endpoint }: Write): Record<string, string> =>
  endpoint.browser ? { [browserHeader]: payingBrowser } : {};

/** Sends a write once; accepts any response. */
export const sendWrite = (shop: Shop, write: Write, key: string): Promise<Answer> => {
  const { endpoint, params, body } = write;
  return shop.send(endpoint, { params, body, key, headers: headersOf(write) });
};

/** Sends a write until it is no longer "still running". */
export const sendThrough = (shop: Shop, write: Write, key: string): Promise<Answer> =>
  untilAnswered(() => sendWrite(shop, write, key));
