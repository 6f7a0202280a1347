import { expect } from 'vitest';
import type { PlaceInput } from '#machines/order/order.types.ts';
import { failureOf } from '#src/domain/failures.ts';
import { fieldsOf } from '#test/paths/event-parts.ts';
import { orderIn } from './moment.ts';
import { couponPath } from './rule.ts';
import { above, holdPath, type Seen, type WalkStep } from './seen.ts';

/** Requests whose response settles every earlier write: they read the current state, or know its outcome. */
const reads = /^((read|reread|lookAt)(?!Pause|Limit)[A-Z]\w*|queryOutcome|cancelOrder|findReservation)$/;

/** A visitor who begins again gives up what may have been done before; an order that was placed or found says it. */
const givesUp = ['order.again'];

/**
 * The state of a request as the client knows it: running, answered for good, or unknown (the response was lost, the page was
 * left, or the server is still processing it).
 */
type End = 'running' | 'answered' | 'unknown';
type Remembered = {
  readonly text: string;
  readonly path: string;
  input: object;
  end: End;
  /** Nothing was asked or answered since that would tell what became of it: a repetition needs the same key. */
  isDue: boolean;
  /** The chart of its part of the shop, another one after that part was begun again. */
  page: object | undefined;
};

/** The part of the shop to which a chart belongs: the purchase or one page. */
const partOf = (path: string): string => path.split('/').slice(0, 2).join('/');

/** The sent part of an order: without the calendar, names and prices, which may have been read again meanwhile. */
const sentOrder = ({ lang, choice, replaces }: PlaceInput) => ({
  lang,
  product: choice.product?.uuid,
  timespan: choice.timespan?.id,
  lines: choice.lines.map(({ id, count }) => ({ id, count })),
  sets: choice.sets.map(({ id, count }) => ({ id, count })),
  replaces,
});
const isOrder = (body: object): body is PlaceInput => 'choice' in body && 'replaces' in body;

const requestIn = (path: string, input: object): { key: string; text: string } | null => {
  const { key, timeout: _, ...body }: Readonly<Record<string, unknown>> = { ...input };
  const call = path.replace('/resendOrderMail', '/putCustomer').replace('/reclaimOrder', '/placeOrder');
  // An order that is asked for again is sent as it was.
  const text = 'content' in body ? body.content : JSON.stringify(isOrder(body) ? sentOrder(body) : body);
  return typeof key === 'string' ? { key, text: `${call} ${text}` } : null;
};

const outputOf = ({ event }: Pick<WalkStep, 'event'>): unknown => ('output' in event ? event.output : undefined);

const endOf = ({ event }: WalkStep): End => {
  if (event.type.startsWith('xstate.error.'))
    return failureOf('error' in event ? event.error : undefined).unknown ? 'unknown' : 'answered';
  const output = fieldsOf(outputOf({ event }));
  // The server does not store the answer to an open payment, so that its key asks again (docs/architecture.md#idempotency).
  return /\.postCheckout$/.test(event.type) && output.status !== 'paid' ? 'unknown' : 'answered';
};

const pageOf = ({ running }: Seen, path: string): object | undefined =>
  running.find((one) => one.path === partOf(path))?.instance;

const isOfCoupon = ({ path }: Remembered): boolean => above(path) === couponPath;
const isOfHold = ({ path }: Remembered): boolean => above(path) === holdPath;

/**
 * A server that remembers the keys of one walk (docs/architecture.md#idempotency). It refuses another request under a known key
 * (422) and a key that is still running (409); a key that was answered for good would only repeat that answer, and a request of
 * unknown outcome that is repeated under another key would happen twice.
 */
export const watchWrites = (first: Seen) => {
  const keys = new Map<string, Remembered>();
  const running = new Map<string, Remembered>();

  let { app } = first;

  const receive = (path: string, input: object, now: Seen): void => {
    const request = requestIn(path, input);
    if (request === null) return;
    const { key, text } = request;
    expect(key, `${path}: 128 bits`).toMatch(/^[0-9a-f]{32}$/);
    const known = keys.get(key);
    if (known) {
      expect(text, `${path}: 422, one key for two requests`).toBe(known.text);
      expect(known.end, `${path}: 409, its key is running`).not.toBe('running');
      expect(known.end, `${path}: the key of a request that was answered`).not.toBe('answered');
      Object.assign(known, { input, end: 'running', page: pageOf(now, path) });
      running.set(path, known);
      return;
    }
    const before = [...keys.values()].findLast((one) => above(one.path) === above(path));
    const isRepeated = before?.text === text && before.end === 'unknown' && before.isDue;
    expect(isRepeated, `${path}: the outcome is unknown, and it is repeated under another key`).toBe(false);
    const page = pageOf(now, path);
    const remembered: Remembered = { text, path, input, end: 'running', isDue: true, page };
    keys.set(key, remembered);
    running.set(path, remembered);
  };

  /** A response tells the client what became of everything before in that part of the shop. */
  const settle = (part: string): void => {
    for (const one of keys.values()) if (partOf(one.path) === part) one.isDue = false;
  };

  const watch = (step: WalkStep, now: Seen): void => {
    const { type } = step.event;
    const [, id] = /^xstate\.(?:done|error)\.actor\.(.+)$/.exec(type) ?? [];
    const path = `${step.actor.join('/')}/${id}`;
    const describes = id !== undefined && (reads.test(id) || orderIn(outputOf(step)) !== null);
    if (describes && type.startsWith('xstate.done.')) settle(partOf(path));
    if (givesUp.includes(type) || 'placed' in step.event) settle('app/purchase');
    // A visitor who releases the seats also abandons the requests for them; a walk also sends the event by which the purchase does it.
    if (/^(?:order\.cancel|hold\.end)$/.test(type))
      for (const one of keys.values()) if (isOfHold(one)) one.isDue = false;
    const answered = running.get(path);
    if (answered?.end === 'running') {
      answered.end = endOf(step);
      answered.isDue = answered.end === 'unknown';
    }
    // A reload continues with the stored charts.
    if (now.app !== app) for (const one of keys.values()) one.page = pageOf(now, one.path);
    app = now.app;
    const waiting = new Map(now.waiting.map((one) => [one.path, one.input]));
    for (const [path, one] of running) {
      if (waiting.get(path) === one.input && one.end === 'running') continue;
      running.delete(path);
      if (one.end === 'running') one.end = 'unknown';
      // A coupon counts once however often it is applied to an order, so that its chart may end and begin again.
      if (isOfCoupon(one) && !now.running.some(({ path: chart }) => chart === above(path))) one.isDue = false;
    }
    // The page was left, maybe for itself: opened again, it reads what there is or begins with an empty form.
    for (const one of keys.values()) if (!now.running.some(({ instance }) => instance === one.page)) one.isDue = false;
    for (const [path, input] of waiting) if (!running.has(path)) receive(path, input, now);
  };
  watch({ actor: [], event: { type: 'begun' } }, first);
  return watch;
};
