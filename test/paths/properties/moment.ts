import type { EventObject } from 'xstate';
import { type FailureDetails, failureOf } from '#src/domain/failures.ts';
import type { Order } from '#src/domain/order.ts';
import { type Fields, fieldsOf } from '#test/paths/event-parts.ts';
import { screenIn } from '../event-address.ts';
import type { Seen, Waiting, WalkStep } from './seen.ts';

/** A step of a walk with all that could be observed before and after it, and with the server's records. */

/** How a request ended. */
type Answer = {
  readonly call: string;
  readonly path: string;
  readonly input: Fields;
  readonly output: unknown;
  readonly failure: FailureDetails | null;
};

/** The server's replies and the visitor's acts so far, from requests and events alone. */
type Records = {
  /** The order as the server last described it, and when. */
  readonly placed: { readonly token: string; readonly order: Order; readonly at: number } | null;
  readonly isPaid: boolean;
  /** The total that was on the page when the visitor chose how to pay; null after another answer changed it. */
  readonly agreed: number | null;
  readonly method: unknown;
  readonly payment: unknown;
  /** The mail address that was last submitted. */
  readonly email: unknown;
  /** The payment of the bank's last question. */
  readonly challenge: unknown;
  /** The agreement in a wallet's sheet beside the customer's form, until the customer is saved. */
  readonly sheet: { readonly method: unknown; readonly payment: unknown; readonly total: number } | null;
};

export type Moment = {
  /** The event; a request for a page is `page.requested`, and `screen` is the page. */
  readonly event: EventObject;
  readonly actor: readonly string[];
  readonly before: Seen;
  readonly now: Seen;
  readonly answer: Answer | null;
  /** Requests and clocks that began in this step. */
  readonly began: readonly Waiting[];
  readonly records: Records;
  /** The records of the server before the step. */
  readonly recordsBefore: Records;
};

const nameOfPage = (step: WalkStep): WalkStep => {
  const screen = screenIn(step.event);
  return screen ? { ...step, event: { ...step.event, type: 'page.requested', screen } as EventObject } : step;
};

const answerIn = ({ actor, event }: WalkStep, before: Seen): Answer | null => {
  const [, kind, call] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(event.type) ?? [];
  if (call === undefined) return null;
  const path = [...actor, call].join('/');
  const pending = before.waiting.find((one) => one.path === path && !one.isClock);
  if (!pending) return null;
  const output = kind === 'done' ? fieldsOf(event).output : undefined;
  const failure = kind === 'error' ? failureOf(fieldsOf(event).error) : null;
  return { call, path, input: fieldsOf(pending.input), output, failure };
};

const isOrder = (value: unknown): value is Order =>
  typeof value === 'object' && value !== null && 'main_product' in value && 'price' in value;

/** The order in a reply. */
export const orderIn = (output: unknown): Order | null => {
  const { order } = fieldsOf(output);
  if (isOrder(order)) return order;
  return isOrder(output) ? output : null;
};

const placedIn = (call: string, output: unknown, old: Records['placed']): Records['placed'] => {
  const order = orderIn(output);
  const { token, at } = fieldsOf(output);
  // A return may be of another order, which was not read yet.
  const isOther = call === 'queryOutcome' && typeof token === 'string' && token !== old?.token;
  if (order === null) return isOther ? null : old;
  return {
    token: typeof token === 'string' ? token : (old?.token ?? ''),
    order,
    at: typeof at === 'number' ? at : (old?.at ?? 0),
  };
};

/** Updates the records of the server for an answer. */
const afterAnswer = (old: Records, { call, output, input }: Answer): Records => {
  const placed = placedIn(call, output, old.placed);
  const reply = fieldsOf(output);
  const isPaid = old.isPaid || JSON.stringify(output ?? null).includes('reservation_number');
  const isOtherTotal = placed?.order.price !== old.placed?.order.price;
  const next = { ...old, placed, isPaid, agreed: isOtherTotal ? null : old.agreed };
  if (call === 'putCustomer') {
    const { total, ...paid } = old.sheet ?? { total: null };
    const isSame = !isOtherTotal && placed?.order.price === total;
    return { ...next, ...(isSame && { ...paid, agreed: total }), sheet: null };
  }
  if (call === 'takeToken')
    return { ...next, agreed: placed?.order.price ?? null, method: input.method, payment: output };
  return reply.status === 'requires_action' ? { ...next, challenge: reply.payment_intent_id } : next;
};

/** Updates the records of the server for another event. */
const afterEvent = (old: Records, { event }: WalkStep): Records => {
  const { customer, sheet, method, payment } = fieldsOf(event);
  const total = old.placed?.order.price ?? null;
  if (event.type === 'customer.submit') return { ...old, email: fieldsOf(customer).email };
  // The sheet showed the total.
  if (event.type === 'sheet.ended') {
    const paid = fieldsOf(fieldsOf(fieldsOf(sheet).agreed).paid);
    const isAgreed = paid.method !== undefined && total !== null;
    return { ...old, sheet: isAgreed ? { method: paid.method, payment: paid.payment, total } : null };
  }
  if (event.type === 'sheet.confirmed') return { ...old, agreed: total, method, payment };
  if (event.type === 'order.reclaimed') return { ...old, placed: placedIn('', fieldsOf(event).placed, old.placed) };
  // The stored token may be another order's, which was not read yet.
  return event.type === 'order.recalled' ? { ...old, placed: null, isPaid: false } : old;
};

/** The order that pays for a change of date is no purchase. */
const isOfChange = ({ path }: Answer): boolean => /^app\/changedate\/(changeDate|takeToken|checkout\/)/.test(path);

/** Follows one walk: call the result after each step. */
export const createMoments = (first: Seen) => {
  let before = first;
  let records: Records = {
    ...{ placed: null, isPaid: false, agreed: null, method: null, payment: null, email: null },
    ...{ challenge: null, sheet: null },
  };
  return (taken: WalkStep, now: Seen): Moment => {
    const step = nameOfPage(taken);
    const answer = answerIn(step, before);
    const recordsBefore = records;
    const earlier = new Set(before.waiting.map(({ instance }) => instance));
    if (!answer) records = afterEvent(records, step);
    else if (!isOfChange(answer)) records = afterAnswer(records, answer);
    const moment: Moment = {
      ...{ event: step.event, actor: step.actor, before, now, answer, recordsBefore, records },
      began: now.waiting.filter(({ instance }) => !earlier.has(instance)),
    };
    before = now;
    return moment;
  };
};
