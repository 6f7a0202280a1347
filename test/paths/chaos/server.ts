import { documentOf, Problem, problems } from '#server/shared/problem.ts';
import { contract } from '#src/api/contract/index.ts';
import { failureOfResponse } from '#src/api/problem.ts';
import { Failure, type FailureCode, type FailureDetails } from '#src/domain/failures.ts';
import type { OrderStatus } from '#src/domain/order.ts';
import { completion, customer, orderReply } from '../answers.ts';
import { callsOf } from '../calls.ts';

/** The server's state in a row: the status of the one order, and the payments that were sent for it. */
export class Server {
  status: OrderStatus = 'open';
  /** The status of each payment by its key. */
  readonly payments = new Map<string, { body: string; fate: 'sent' | 'refused' | 'paid' }>();

  /** The order's status for a response. Unless it awaits a payment, all payments sent for it have failed. */
  reportStatus(): OrderStatus {
    const isAwaited = this.status === 'checking' || this.status === 'paid';
    if (!isAwaited) for (const payment of this.payments.values()) payment.fate = 'refused';
    return this.status;
  }

  /**
   * A payment was sent. Throws if another one may have succeeded; a rejected one has not (a copied tab has the same keys, and for
   * the same key with another body the server responds with 422).
   */
  receive(input: unknown): void {
    const { key, ...body } = { key: '', ...Object(input) };
    const sent = JSON.stringify(body);
    const known = this.payments.get(key);
    const others = [...this.payments].filter(([other, { fate }]) => other !== key && fate === 'sent');
    if (others.length > 0)
      throw new Error(`a second payment, ${key}, while the result is unknown of ${others[0]?.[0]}`);
    if (known && known.body !== sent && known.fate === 'sent') throw new Error(`two payments with one key, ${key}`);
    if (!known || known.fate === 'refused') this.payments.set(key, { body: sent, fate: 'sent' });
  }

  /** A payment, or the request that completes it, was finally rejected. */
  deny(path: string, input: unknown): void {
    if (idOf(path) === 'postCheckout') this.recordResult(input, 'refused');
    if (idOf(path) === 'confirmPayment') for (const payment of this.payments.values()) payment.fate = 'refused';
  }

  /** The payment's result is known. */
  recordResult(input: unknown, fate: 'refused' | 'paid'): void {
    const payment = this.payments.get(String(Object(input).key));
    if (payment) payment.fate = fate;
    if (fate === 'paid') this.status = 'paid';
  }
}

export const idOf = (path: string): string => path.split('/').at(-1) ?? '';

const callOf = (path: string) => {
  const calls = callsOf[idOf(path)];
  if (calls === undefined) throw new Error(`${path}: which call does it make? (test/paths/calls.ts)`);
  const [name] = calls;
  return name ? contract[name] : null;
};

/** Whether a pending request is a write, whose effect is unknown until it is answered. */
export const isWrite = (path: string): boolean => {
  const call = callOf(path);
  return call !== null && call.method !== 'GET';
};

/** Failures of a call other than by a known error code. */
export const oddities = ['unknown code', 'no code', 'malformed', 'thrown'] as const;
export type Refusal = FailureCode | (typeof oddities)[number];

const failureDetails = (path: string, status: number, data?: unknown): FailureDetails => {
  const call = callOf(path);
  if (call === null) return { code: 'request_error', unknown: false };
  const failure = failureOfResponse({ status, headers: new Headers(), _data: data }, call);
  const ignored: readonly number[] = ('ignored' in call ? call.ignored : undefined) ?? [];
  return ignored.includes(status) ? { ...failure, silent: true } : failure;
};

const isOddity = (refusal: Refusal): refusal is (typeof oddities)[number] =>
  oddities.some((oddity) => oddity === refusal);

/** The error that a chart gets for a rejection. */
export const refused = (path: string, refusal: Refusal): Error => {
  if (refusal === 'thrown') return new TypeError('not a function');
  if (refusal === 'malformed') return new Failure({ code: 'request_error', unknown: true });
  if (refusal === 'no code') return new Failure(failureDetails(path, 500));
  if (isOddity(refusal)) return new Failure(failureDetails(path, 400, { code: 'x-unheard-of' }));
  if (callOf(path) === null) return new Failure({ code: refusal, unknown: false });
  return new Failure(failureDetails(path, problems[refusal][0], documentOf(new Problem(refusal))));
};

/** The connection was lost before the response. */
export const lost = (path: string): Failure => new Failure({ code: 'connection_error', unknown: isWrite(path) });

type Reply = { readonly output: unknown } | { readonly error: Error };

const ends: Partial<Record<OrderStatus, FailureCode>> = {
  paid: 'order_closed',
  checking: 'order_closed',
  cancelled: 'order_closed',
  refunded: 'order_closed',
  expired: 'session_timeout',
};

/** The order in its current state; `named`: whether it has its customer. */
const orderNow = (server: Server, named: boolean) => {
  const status = server.reportStatus();
  const completed = status === 'paid' ? completion : null;
  return {
    output: {
      ...orderReply({ status, customer_info: named ? customer : null, completion: completed }).output,
      at: Date.now(),
    },
  };
};

const outcome = (server: Server): object => {
  const status = server.reportStatus();
  if (status === 'paid') return { status, completion, token: 'order-1' };
  return { status: status === 'checking' ? status : 'open', token: 'order-1', retry_after: 3 };
};

const pay = (server: Server, input: unknown): Reply => {
  const isOver = server.status !== 'open' && server.payments.get(Object(input).key)?.fate !== 'paid';
  server.recordResult(input, isOver ? 'refused' : 'paid');
  return isOver
    ? { error: new Failure({ code: 'order_closed', unknown: false }) }
    : { output: { status: 'paid', completion } };
};

/** Responses of calls about the order, from the server's state. */
const orderReplies: Record<string, (server: Server, input: unknown, named: boolean) => Reply | null> = {
  readOrder: (server, _, named) => orderNow(server, named),
  lookAtOrder: (server, _, named) => orderNow(server, named),
  queryOutcome: (server) => ({ output: outcome(server) }),
  postCheckout: pay,
  confirmPayment: (server) => {
    if (server.status === 'open') server.status = 'paid';
    return { output: { status: 'paid', completion } };
  },
  placeOrder: (server, input, named) => {
    server.status = 'open';
    return orderNow(server, named && Object(input).replaces !== null);
  },
  reclaimOrder: (server) => {
    server.status = 'open';
    return orderNow(server, false);
  },
  cancelOrder: (server, input) => {
    const code = server.status === 'cancelled' ? undefined : ends[server.status];
    if (code) return { error: refused('cancelOrder', code) };
    if (Object(input).token) server.status = 'cancelled';
    return { output: undefined };
  },
};
const ofHold = ['extendHold', 'retakeHold'];
const ofOrder = ['putCustomer', 'sendOrderMail', 'resendOrderMail', ...ofHold, 'changeCoupon'];

/** The server's response; null if it does not depend on the order. */
export const answerOf = (server: Server, path: string, input: unknown, named: boolean): Reply | null => {
  const id = idOf(path);
  const own = orderReplies[id];
  if (own) return own(server, input, named);
  const code = ofOrder.includes(id) ? ends[server.status] : undefined;
  if (code) return { error: refused(path, code) };
  return ofHold.includes(id) ? orderNow(server, named) : null;
};
