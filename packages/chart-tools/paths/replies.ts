import { Problem, problemResponse } from 'ticket-store/server/shared/problem.ts';
import { type CallName, contract } from 'ticket-store/src/api/contract/index.ts';
import { weeksOf } from 'ticket-store/src/domain/dates.ts';
import { type FailureDetails, failureOf } from 'ticket-store/src/domain/failures.ts';
import { order } from 'ticket-store/test/paths/answers.ts';
import { type Fields, fieldsOf } from 'ticket-store/test/paths/event-parts.ts';
import * as v from 'valibot';
import type { EventObject } from 'xstate';

/** The replies of the server with which an actor ends as planned: the reverse of the actors in `machines`. */

/** A reply of the walk's file: the call, for some calls its query, and the body. */
export type Reply = {
  readonly call: CallName;
  readonly query?: Readonly<Record<string, string>>;
  readonly body: unknown;
};

type Make = (output: unknown, input: Fields) => readonly Reply[];

const one =
  (call: CallName, bodyOf: (output: Fields) => unknown = (output) => output): Make =>
  (output) => [{ call, body: bodyOf(fieldsOf(output)) }];
const orderIn = (output: Fields) => output.order;
const placed = one('createOrder', ({ token, order: held }) => ({ order_token: token, order: held, dropped: [] }));
const placeChange = one('createChange', ({ token, order: held }) => ({ order_token: token, order: held }));
const moved = one('changeDate', ({ result }) => ({ reservation_token: result }));

const returned = ({ token, ...outcome }: Fields): Fields => ({ ...outcome, order_token: token ?? '' });

/** The order in the reply, by the outcome that its chart reads from it. */
const orderAs = ({ status, completion }: Fields): unknown =>
  status === 'paid' ? { ...order, status, completion } : { ...order, status };

/** Calls and their bodies by the actor's id. */
const makers: Readonly<Record<string, Make>> = {
  openShop: (output) => {
    const { langs, fieldTemplates, configurations, products, methods, texts } = fieldsOf(output);
    return [
      { call: 'getLangs', body: langs },
      { call: 'getFieldTemplates', body: fieldTemplates },
      { call: 'getConfigurations', body: configurations },
      { call: 'getProducts', body: products },
      { call: 'getPaymentMethods', body: methods },
      { call: 'getTexts', body: texts },
    ];
  },
  search: (output, { month, day }) => {
    const { days, slots } = fieldsOf(output);
    const ofMonth =
      typeof month === 'string' ? [{ query: weeksOf(month), body: { days: days ?? [], time_spans: [] } }] : [];
    const ofDay =
      typeof day === 'string' ? [{ query: { from: day, to: day }, body: { days: [], time_spans: slots ?? [] } }] : [];
    return [...ofMonth, ...ofDay].map((reply) => ({ call: 'searchProducts', ...reply }));
  },
  checkStock: one('getOrderableStocks', ({ id, remaining, state }) => ({ product_time_span_id: id, remaining, state })),
  searchSets: (output) => [{ call: 'searchSetProducts', body: output }],
  placeOrder: placed,
  reclaimOrder: placed,
  readOrder: (output, { mailToken }) => {
    const { token, order: found } = fieldsOf(output);
    const ofMail: Reply[] = mailToken ? [{ call: 'getOrderMail', body: { order_token: token ?? 'order-1' } }] : [];
    return [...ofMail, { call: 'getOrder', body: found }];
  },
  putCustomer: (output, { mailIn }) => [
    mailIn ? { call: 'createOrderMail', body: output } : { call: 'putOrder', body: orderIn(fieldsOf(output)) },
  ],
  resendOrderMail: one('createOrderMail'),
  cancelOrder: one('deleteOrder', () => ({ cancelled: true })),
  changeCoupon: (output, { remove }) => [{ call: remove ? 'deleteOrderCoupon' : 'createOrderCoupon', body: output }],
  rereadOrder: one('getOrder', orderIn),
  readAgain: one('getOrder', orderIn),
  extendHold: one('extendOrder', orderIn),
  retakeHold: one('extendOrder', orderIn),
  lookAtOrder: one('getOrder', orderIn),
  postCheckout: one('checkout'),
  confirmPayment: one('confirmCheckout'),
  queryOutcome: (output, { r }) =>
    typeof r === 'string'
      ? [{ call: 'getReturn', body: returned(fieldsOf(output)) }]
      : [{ call: 'getOrder', body: orderAs(fieldsOf(output)) }],
  readTicket: (output, { page }) => [{ call: page === 'shared' ? 'getSharedTicket' : 'getTicket', body: output }],
  readReceipt: one('getReceipt'),
  shareTicket: one('shareTicket', () => ({ share_token: 'share-1' })),
  stopSharing: one('stopSharing', () => ({ stopped: true })),
  handOver: (output, { transfer }) => [
    { call: fieldsOf(transfer).way === 'link' ? 'splitTicket' : 'sendTicket', body: output },
  ],
  changeDate: (output, input) => (input.price ? placeChange(fieldsOf(output).placed, input) : moved(output, input)),
  refundTicket: (output) => [{ call: 'refundTicket', body: { amount: output } }],
  revokeTicket: (output) => [{ call: 'revokeTicket', body: { sent_to: output } }],
  correctEmail: one('correctEmail'),
  findReservation: one('getReservation'),
  sendLinks: one('createReservationMail', () => ({ accepted: true })),
  readMagazine: one('getMailMagazine'),
  stopMagazine: one('putMailMagazine'),
  resumeMagazine: one('putMailMagazine'),
  readToday: one('getToday', ({ today }) => today),
  readPlace: one('getQueuePlace', ({ place }) => place),
};

/**
 * The replies with which an actor ends as planned; with `isFailing` only their calls count. Throws for a reply that does not fit
 * the contract.
 */
export const repliesOf = (actor: string, output: unknown, input: unknown, isFailing: boolean): readonly Reply[] => {
  const replies = makers[actor]?.(output, fieldsOf(input)) ?? [];
  for (const { call, body } of isFailing ? [] : replies) {
    const { success, issues } = v.safeParse(contract[call].reply, body);
    if (!success) throw new Error(`A planned reply of ${actor} is not one of ${call}: ${issues[0].message}`);
  }
  return replies;
};

/** The failure of an actor's end; null if it succeeded. */
export const failureIn = (event: EventObject): FailureDetails | null =>
  event.type.startsWith('xstate.error.') ? failureOf('error' in event ? event.error : undefined) : null;

/** Status and body of a rejection, as the server writes it. */
export const rejectionOf = async ({ code, fields }: FailureDetails): Promise<{ status: number; body: unknown }> => {
  const errors = fields?.map((field) => ({ pointer: `#/${field}`, detail: 'invalid' }));
  const response = problemResponse(new Problem(code, errors ? { errors } : {}));
  return { status: response.status, body: await response.json() };
};

/** Every call that a walk's file answers, as `GET /orders/{token}`; those of the catalogue only if the page has none. */
export const answeredCalls = (isOpening: boolean): string[] => {
  const names = isOpening
    ? []
    : ['getLangs', 'getFieldTemplates', 'getConfigurations', 'getProducts', 'getTexts', 'getPaymentMethods'];
  const calls = Object.entries(contract).filter(([name]) => !names.includes(name));
  return [
    ...calls.map(([, { method, path }]) => `${method} ${path}`),
    'GET /provider/token',
    'GET /provider/challenge',
    'GET /provider/sheet',
  ];
};
