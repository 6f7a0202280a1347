import * as v from 'valibot';
import type { EventObject } from 'xstate';
import { Problem, problemResponse } from '#server/http/problem.ts';
import { type CallName, contract } from '#src/api/contract/index.ts';
import { type FailureNote, noteOf } from '#src/domain/failures.ts';
import type { Calls, Waiting } from './calls.ts';
import { stagings } from './stage.ts';
import type { World } from './world.ts';

/** How the outcomes of a plan come about in front of the real server. */

/**
 * Who says it, from the most real to the least: the server, the sandbox behind it, the page itself, a cut line; or an
 * answer changed on its way, still of the contract's shape.
 */
export const sources = ['server', 'sandbox', 'page', 'network', 'wire'] as const;
export type Source = (typeof sources)[number];

/** The calls an actor makes. */
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
  changeDate: ['changeDate'],
  findReservation: ['getReservation'],
  sendLinks: ['createReservationMail'],
  readMagazine: ['getMailMagazine'],
  stopMagazine: ['putMailMagazine'],
  readToday: ['getToday'],
};

type Fields = Readonly<Record<string, unknown>>;
export const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? { ...value } : {});

/** In: the end of an actor. Out: its failure; null when it is none. */
export const failureIn = (event: EventObject): FailureNote | null =>
  event.type.startsWith('xstate.error.') ? noteOf('error' in event ? event.error : undefined) : null;

const outputIn = (event: EventObject): Fields => fieldsOf('output' in event ? event.output : undefined);

/** The outcome's name: a failure's code, or what the answer is about. */
const outcomeOf = (id: string, event: EventObject): string => {
  const note = failureIn(event);
  if (note) return note.fields?.some((name) => name.startsWith('set_products')) ? `${note.code} set` : note.code;
  const output = outputIn(event);
  const { status, customer_info, extensions_left, price } = fieldsOf(output.order);
  if (id === 'readOrder' && status === 'open' && customer_info === null) return 'nameless';
  if (id === 'placeOrder' && price === 3000) return 'dearer';
  if (id === 'checkStock' && output.remaining === 0) return 'sold out';
  if (id === 'extendHold' && extensions_left === 0) return 'last';
  if (id === 'retakeHold') return 'done';
  return String(output.state ?? output.status ?? status ?? 'done');
};

/** What must be in an answer that the server is not brought to by itself. */
const changes: Readonly<Record<string, (output: Fields, world: World) => Fields>> = {
  'placeOrder dearer': () => ({ order: { price: 30_000 } }),
  'postCheckout redirect': (output) => output,
  'postCheckout checking': (output) => output,
  'confirmPayment requires_action': (output) => output,
  'readTicket shared': ({ state, entry_code, actions }) => ({ state, entry_code, actions }),
  'readMagazine done': ({ is_active }) => ({ is_active }),
};

/** A return that no provider made: its reference is the plan's. */
const returned = ({ token: _, ...output }: Fields, world: World): Fields => ({
  ...output,
  order_token: world.order()?.token ?? 'order-1',
});

const merged = (real: unknown, wanted: unknown): unknown => {
  if (typeof wanted !== 'object' || wanted === null || Array.isArray(wanted)) return wanted;
  const inner = Object.entries(wanted).map(([key, one]) => [key, merged(fieldsOf(real)[key], one)]);
  return { ...fieldsOf(real), ...Object.fromEntries(inner) };
};

/** The real answer with what the plan names in it. Throws when that is not of the contract's shape. */
const change = async ({ name, route }: Waiting, more: Fields): Promise<void> => {
  const isNew = 'status' in more;
  const response = isNew ? null : await route.fetch();
  const json = v.parse<v.GenericSchema>(contract[name].reply, isNew ? more : merged(await response?.json(), more));
  await route.fulfill({ status: 200, contentType: 'application/json', body: JSON.stringify(json) });
};

/** The words of the server's own refusal; one without a code is no answer of this server. */
const refuse = async ({ route }: Waiting, { code, fields }: FailureNote): Promise<void> => {
  if (code === 'request_error') return route.fulfill({ status: 400, contentType: 'text/plain', body: 'no' });
  const errors = fields?.map((one) => ({ pointer: `#/${one}`, detail: 'not so' }));
  const answer = problemResponse(new Problem(code, errors ? { errors } : {}));
  const contentType = answer.headers.get('content-type') ?? '';
  return route.fulfill({ status: answer.status, contentType, body: await answer.text() });
};

/** What the sandbox says of a payment comes through the server. */
const ofSandbox = new Set(['postCheckout', 'confirmPayment']);

/** The server, with the world made so, has its say. */
const byServer = async (world: World, one: Waiting, id: string, outcome: string): Promise<Source> => {
  const undo = await stagings[`${id} ${outcome}`]?.({ shop: world.shop, waiting: one });
  if (undo) {
    const response = await one.route.fetch();
    await undo();
    await one.route.fulfill({ response });
  } else await one.route.fallback();
  return ofSandbox.has(id) ? 'sandbox' : 'server';
};

const said = (source: Source) => (): Source => source;

/** The answer of one call, as the plan says. */
const settle = (world: World, one: Waiting, id: string, event: EventObject): Promise<Source> => {
  const [outcome, note] = [outcomeOf(id, event), failureIn(event)];
  if (note?.code === 'connection_error') return one.route.abort('connectionfailed').then(said('network'));
  if (one.name === 'getReturn' && !note) return change(one, returned(outputIn(event), world)).then(said('wire'));
  const change_ = changes[`${id} ${outcome}`];
  if (change_) return change(one, change_(outputIn(event), world)).then(said('wire'));
  const isSaid = !note || `${id} ${outcome}` in stagings || world.says(id, note.code);
  // the order behind a mail's link is what is meant: the link itself is good
  const isWay = one.name === 'getOrderMail' && outcome !== 'token_not_found';
  if (isWay) return one.route.fallback().then(said('server'));
  return isSaid ? byServer(world, one, id, outcome) : refuse(one, note).then(said('wire'));
};

/** In: an awaited actor and how it ends. Out: what answers the calls it has made so far; it may make more. */
export const answering = (world: World, calls: Calls, id: string, event: EventObject) => {
  const heard = new Set<Source>();
  return {
    pump: async (): Promise<void> => {
      for (const one of calls.take(callsOf[id] ?? [])) heard.add(await settle(world, one, id, event));
    },
    /** Who said it: the least real of all who did. */
    source: (): Source => sources.findLast((one) => heard.has(one)) ?? 'page',
  };
};
export type Answering = ReturnType<typeof answering>;
