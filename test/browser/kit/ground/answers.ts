import type { EventObject } from 'xstate';
import { Problem, problemResponse } from '#server/http/problem.ts';
import type { CallName } from '#src/api/contract/index.ts';
import { type FailureNote, noteOf } from '#src/domain/failures.ts';
import type { Calls, Waiting } from './calls.ts';
import { stagings } from './stage.ts';
import type { Staging } from './stage-orders.ts';
import type { World } from './world.ts';

/** How the outcomes of a plan are produced with the real server. */

/**
 * Where an outcome comes from, from the most real to the least: the server, the sandbox behind it, the page itself, a cut
 * connection, or a replaced response.
 */
export const sources = ['server', 'sandbox', 'page', 'network', 'wire'] as const;
export type Source = (typeof sources)[number];

/** The calls that an actor makes. */
export const callsOf: Readonly<Record<string, readonly CallName[]>> = {
  openShop: ['getConfigurations', 'getFieldTemplates', 'getLangs', 'getPaymentMethods', 'getProducts', 'getTexts'],
  search: ['searchProducts'],
  checkStock: ['getOrderableStocks'],
  searchSets: ['searchSetProducts'],
  placeOrder: ['createOrder'],
  readOrder: ['getOrderMail', 'getOrder'],
  putCustomer: ['putOrder'],
  sendOrderMail: ['createOrderMail'],
  resendOrderMail: ['createOrderMail'],
  cancelOrder: ['deleteOrder'],
  applyCoupon: ['createOrderCoupon'],
  removeCoupon: ['deleteOrderCoupon'],
  rereadOrder: ['getOrder'],
  readAgain: ['getOrder'],
  extendHold: ['extendOrder'],
  retakeHold: ['extendOrder'],
  lookAtOrder: ['getOrder'],
  postCheckout: ['checkout'],
  confirmPayment: ['confirmCheckout'],
  askOutcome: ['getReturn', 'getOrder'],
  readTicket: ['getTicket'],
  readReceipt: ['getReceipt'],
  readShared: ['getSharedTicket'],
  shareTicket: ['shareTicket'],
  stopSharing: ['stopSharing'],
  handOver: ['sendTicket', 'splitTicket'],
  revokeTicket: ['revokeTicket'],
  changeDate: ['changeDate'],
  findReservation: ['getReservation'],
  sendLinks: ['createReservationMail'],
  readMagazine: ['getMailMagazine'],
  stopMagazine: ['putMailMagazine'],
  readToday: ['getToday'],
};

type Fields = Readonly<Record<string, unknown>>;
export const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? { ...value } : {});

/** The failure of an actor's end event; null if it succeeded. */
export const failureIn = (event: EventObject): FailureNote | null =>
  event.type.startsWith('xstate.error.') ? noteOf('error' in event ? event.error : undefined) : null;

const outputIn = (event: EventObject): Fields => fieldsOf('output' in event ? event.output : undefined);

/** The outcome's name: a failure's code, or a property of the response. */
const outcomeOf = (id: string, event: EventObject): string => {
  const note = failureIn(event);
  if (note) return note.fields?.some((name) => name.startsWith('set_products')) ? `${note.code} set` : note.code;
  const output = outputIn(event);
  const { status, customer_info, extensions_left, price, coupon } = fieldsOf(output.order);
  if (id === 'readMagazine') return output.is_active ? 'active' : 'stopped';
  if (id === 'readOrder' && status === 'open' && customer_info === null) return 'nameless';
  if (id === 'placeOrder' && price === 3000) return 'dearer';
  if (id === 'checkStock' && output.remaining === 0) return 'sold out';
  if (id === 'extendHold' && extensions_left === 0) return 'last';
  if (id === 'retakeHold') return 'done';
  if (id === 'rereadOrder' || id === 'readAgain') return coupon ? 'applied' : 'not applied';
  if (id === 'askOutcome' && output.token === null) return 'elsewhere';
  return String(output.state ?? output.status ?? status ?? 'done');
};

const noSuchWord =
  'this server never says so of this call; the chart hears it, as it hears each code of the table of failures';
const isChecked = 'the page checks it before it sends: only another page could send what is refused';

/**
 * Rejections that the server cannot be made to give, each with the reason; they are sent on the network in the server's own
 * format.
 */
export const onTheWire: Readonly<Record<string, string>> = {
  'askOutcome order_closed': 'an order says so, the reference of a return, by which this walk asks, does not',
  'placeOrder session_timeout': noSuchWord,
  'placeOrder bad_request': isChecked,
  'readOrder session_timeout': noSuchWord,
  'handOver bad_request': isChecked,
  'handOver invalid_input': isChecked,
  'changeDate bad_request': isChecked,
};

/** Sends a rejection as the server formats it. */
const refuse = async ({ route }: Waiting, { code, fields }: FailureNote): Promise<void> => {
  const errors = fields?.map((one) => ({ pointer: `#/${one}`, detail: 'not so' }));
  const answer = problemResponse(new Problem(code, errors ? { errors } : {}));
  const contentType = answer.headers.get('content-type') ?? '';
  return route.fulfill({ status: answer.status, contentType, body: await answer.text() });
};

/** The sandbox's outcomes of a payment arrive through these calls. */
const ofSandbox = new Set<CallName>(['checkout', 'confirmCheckout', 'getReturn']);

/** Changes the server's state so that it gives the planned response. */
const byServer = async ({ shop }: World, one: Waiting, staging: Staging | undefined): Promise<Source> => {
  const undo = await staging?.({ shop, waiting: one });
  if (undo) {
    const response = await one.route.fetch().finally(undo);
    await one.route.fulfill({ response });
  } else await one.route.fallback();
  return ofSandbox.has(one.name) ? 'sandbox' : 'server';
};

const said = (source: Source) => (): Source => source;

/** Produces the planned response of one call. Throws if there is no way to do so. */
const settle = (world: World, one: Waiting, id: string, event: EventObject): Promise<Source> => {
  const note = failureIn(event);
  const outcome = `${one.name === 'getReturn' && !note ? 'return' : id} ${outcomeOf(id, event)}`;
  if (note?.code === 'connection_error') return one.route.abort('connectionfailed').then(said('network'));
  // The plan means the order behind a mail's link; the link itself is valid.
  const isWay = one.name === 'getOrderMail' && note?.code !== 'token_not_found';
  if (isWay) return one.route.fallback().then(said('server'));
  if (!note || outcome in stagings || world.says(id, note.code)) return byServer(world, one, stagings[outcome]);
  if (!(outcome in onTheWire)) throw new Error(`nobody knows how "${outcome}" comes about: it wants a row in stage.ts`);
  return refuse(one, note).then(said('wire'));
};

/** Answers the calls of a pending actor so that it ends as planned; it may make more calls. */
export const answering = (world: World, calls: Calls, id: string, event: EventObject) => {
  const heard = new Set<Source>();
  return {
    pump: async (): Promise<void> => {
      for (const one of calls.take(callsOf[id] ?? [])) heard.add(await settle(world, one, id, event));
    },
    /** The least real of all sources involved. */
    source: (): Source => sources.findLast((one) => heard.has(one)) ?? 'page',
    outcome: `${id} ${outcomeOf(id, event)}`,
  };
};
export type Answering = ReturnType<typeof answering>;
