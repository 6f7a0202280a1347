import type { EventObject } from 'xstate';
import { type FailureDetails, failureOf } from '#src/domain/failures.ts';
import type { Lang } from '#src/domain/lang.ts';
import type { Order } from '#src/domain/order.ts';
import { type Fields, fieldsOf } from '#test/paths/event-parts.ts';
import { screenIn } from '../event-address.ts';
import type { Seen, Waiting, WalkStep } from './seen.ts';

/** One step of a walk with all that could be observed before and after it, and what the server's books say since. */

/** How a request ended. */
export type Answer = {
  readonly call: string;
  readonly path: string;
  readonly input: Fields;
  readonly output: unknown;
  readonly failure: FailureDetails | null;
};

/** What the server has answered so far and the visitor has done: kept beside the charts, from requests and events alone. */
export type Books = {
  /** The order as the server last described it, and when. */
  readonly placed: { readonly token: string; readonly order: Order; readonly at: number } | null;
  readonly isPaid: boolean;
  /** The total that was on the page when the visitor said how to pay; null after another answer changed it. */
  readonly agreed: number | null;
  readonly method: unknown;
  readonly payment: unknown;
  /** The customer details that were last submitted. */
  readonly customer: unknown;
  readonly lang: Lang;
  /** Languages that single charts were given, by their paths: a restored page of a link, or a page that asks for texts. */
  readonly langs: ReadonlyMap<string, string>;
  /** The token of the link that was last opened. */
  readonly link: string;
  /** The ticket as the server last described it. */
  readonly ticket: unknown;
  /** The last question of the bank. */
  readonly challenge: Fields;
  /** The reference of the last return from a provider; null if the last payment was sent from here. */
  readonly r: unknown;
  readonly isReturnLost: boolean;
  /** What was agreed to in a wallet's sheet beside the customer's form, until the customer is saved. */
  readonly sheet: { readonly method: unknown; readonly payment: unknown; readonly total: number } | null;
};

export type Moment = {
  /** The event; one that requests a page is `page.requested`, and `screen` is the page. */
  readonly event: EventObject;
  readonly actor: readonly string[];
  readonly before: Seen;
  readonly now: Seen;
  readonly answer: Answer | null;
  /** Requests and clocks that began in this step. */
  readonly began: readonly Waiting[];
  readonly books: Books;
  /** The books before the step. */
  readonly old: Books;
};

/** The language of a chart, by the path of one of its requests. */
export const langAt = ({ langs, lang }: Books, path: string): string => {
  const own = [...langs].filter(([chart]) => path.startsWith(`${chart}/`));
  return own.toSorted(([one], [other]) => other.length - one.length)[0]?.[1] ?? lang;
};

/** A field of the event. */
export const field = ({ event }: Pick<Moment, 'event'>, name: string): unknown => fieldsOf(event)[name];

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

const placedIn = (call: string, output: unknown, old: Books['placed']): Books['placed'] => {
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

/** How the books change by an answer. */
const answered = (old: Books, { call, output, input }: Answer): Books => {
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
  if (['readTicket', 'readShared'].includes(call)) return { ...next, ticket: output };
  return reply.status === 'requires_action' ? { ...next, challenge: reply } : next;
};

const done = (old: Books, { actor, event }: WalkStep, before: Seen, now: Seen): Books => {
  const { customer, lang, params, query, screen, r } = fieldsOf(event);
  if (event.type === 'customer.submit') return { ...old, customer };
  // The sheet showed the total.
  if (event.type === 'sheet.ended') {
    const { method, payment } = fieldsOf(fieldsOf(fieldsOf(fieldsOf(event).sheet).agreed).paid);
    const total = old.placed?.order.price ?? null;
    return { ...old, sheet: method && total !== null ? { method, payment, total } : null };
  }
  if (event.type === 'sheet.confirmed') {
    const { method, payment } = fieldsOf(event);
    return { ...old, agreed: old.placed?.order.price ?? null, method, payment, r: null, isReturnLost: false };
  }
  // The stored token may be another order's, which was not read yet.
  if (event.type === 'order.recalled') return { ...old, placed: null, isPaid: false };
  if (event.type === 'checkout.submit') return { ...old, r: null, isReturnLost: false };
  if (event.type === 'page.returned' && r) return { ...old, r };
  // While a payment runs the language list is closed (docs/charts.md#language-during-a-payment).
  const isChosen =
    before.running[0]?.snapshot.context.paying !== true && now.running[0]?.snapshot.context.lang === lang;
  if (event.type === 'language.choose' && isChosen) return { ...old, lang: lang as Lang, langs: new Map() };
  if (event.type === 'language.choose' && actor.length > 1)
    return { ...old, langs: new Map([...old.langs, [actor.join('/'), String(lang)]]) };
  if (event.type !== 'page.requested') return old;
  const { token } = { ...fieldsOf(query), ...fieldsOf(params) };
  if (screen === 'payment-callback') return { ...old, r: fieldsOf(query).r ?? '', isReturnLost: false };
  return actor.length === 1 ? { ...old, link: typeof token === 'string' ? token : '' } : old;
};

/** Follows one walk: call the result after each step. */
export const createMoments = (first: Seen) => {
  let before = first;
  let books: Books = {
    ...{ placed: null, isPaid: false, agreed: null, method: null, payment: null, customer: null },
    ...{ lang: first.app.getSnapshot().context.lang, langs: new Map(), link: '', ticket: null },
    ...{ challenge: {}, r: null, isReturnLost: false, sheet: null },
  };
  return (taken: WalkStep, now: Seen): Moment => {
    const step = nameOfPage(taken);
    const answer = answerIn(step, before);
    const old = books;
    const earlier = new Set(before.waiting.map(({ instance }) => instance));
    books = answer ? answered(books, answer) : done(books, step, before, now);
    const moment: Moment = {
      ...{ event: step.event, actor: step.actor, before, now, answer, old, books },
      began: now.waiting.filter(({ instance }) => !earlier.has(instance)),
    };
    before = now;
    return moment;
  };
};
