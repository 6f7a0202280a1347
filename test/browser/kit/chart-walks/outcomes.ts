import type { EventObject } from 'xstate';
import { Problem, problemResponse } from '#server/shared/problem.ts';
import type { CallName } from '#src/api/contract/index.ts';
import { type FailureDetails, failureOf, failures } from '#src/domain/failures.ts';
import { callsOf } from '#test/paths/calls.ts';
import { fieldsOf } from '#test/paths/event-parts.ts';
import type { Calls, PendingCall } from './calls.ts';
import type { WalkFixture } from './fixture.ts';
import { setups } from './setups.ts';
import type { Setup } from './setups-orders.ts';

/** How the outcomes of a plan are produced with the real server. */

/**
 * Where an outcome comes from, from the most real to the least: the server, the sandbox behind it, the page itself, a cut
 * connection, or a replaced response.
 */
export const sources = ['server', 'sandbox', 'page', 'network', 'wire'] as const;
export type Source = (typeof sources)[number];

type Fields = Readonly<Record<string, unknown>>;

/** The failure of an actor's end event; null if it succeeded. */
export const failureIn = (event: EventObject): FailureDetails | null =>
  event.type.startsWith('xstate.error.') ? failureOf('error' in event ? event.error : undefined) : null;

const outputIn = (event: EventObject): Fields => fieldsOf('output' in event ? event.output : undefined);

/** The outcome's name: a failure's code, or a property of the response. */
const outcomeOf = (id: string, event: EventObject): string => {
  const failure = failureIn(event);
  if (failure)
    return failure.fields?.some((name) => name.startsWith('set_products')) ? `${failure.code} set` : failure.code;
  const output = outputIn(event);
  const { status, customer_info, mail_confirmed, extensions_left, price, coupon } = fieldsOf(output.order);
  if (id === 'readMagazine') return output.is_active ? 'active' : 'stopped';
  if (id === 'readOrder' && status === 'open' && customer_info === null) return 'nameless';
  if ((id === 'readOrder' || id === 'putCustomer') && mail_confirmed === false) return 'unconfirmed';
  if (id === 'placeOrder' && price === 3000) return 'dearer';
  if (id === 'search' && output.next && String(output.days) === '') return 'later';
  if (id === 'checkStock' && output.remaining === 0) return 'sold out';
  if (id === 'extendHold' && extensions_left === 0) return 'last';
  if (id === 'retakeHold') return 'done';
  if (id === 'rereadOrder' || id === 'readAgain') return coupon ? 'applied' : 'not applied';
  if (id === 'queryOutcome' && output.token === null) return 'elsewhere';
  if (id === 'readPlace') return String(fieldsOf(output.place).state);
  return String(output.state ?? output.status ?? status ?? 'done');
};

const neverSent = 'the server never returns this code for this call; the chart handles every code of the failure table';
const isChecked = 'the page checks it before sending, so only another client could send what is rejected';

const everyCode = Object.fromEntries(
  ['putCustomer', 'sendOrderMail', 'resendOrderMail', 'readOrder', 'cancelOrder'].flatMap((id) =>
    Object.keys(failures).map((code) => [
      `${id} ${code}`,
      'of the codes of the failure table that a state treats alike, the walks take one that the server returns',
    ]),
  ),
);

/**
 * Rejections that the server cannot be made to give, each with the reason; they are sent on the network in the server's own
 * format.
 */
export const onTheWire: Readonly<Record<string, string>> = {
  ...everyCode,
  'queryOutcome order_closed': 'returned for an order, but not for the return reference that this walk uses',
  'placeOrder session_timeout': neverSent,
  'placeOrder bad_request': isChecked,
  'handOver bad_request': isChecked,
  'handOver invalid_input': isChecked,
  'changeDate bad_request': isChecked,
};

/** Sends a rejection as the server formats it. */
const reject = async ({ route }: PendingCall, { code, fields }: FailureDetails): Promise<void> => {
  const errors = fields?.map((one) => ({ pointer: `#/${one}`, detail: 'invalid' }));
  const response = problemResponse(new Problem(code, errors ? { errors } : {}));
  const contentType = response.headers.get('content-type') ?? '';
  return route.fulfill({ status: response.status, contentType, body: await response.text() });
};

/** The sandbox's outcomes of a payment arrive through these calls. */
const ofSandbox = new Set<CallName>(['checkout', 'confirmCheckout', 'getReturn']);

/** Changes the server's state so that it gives the planned response. */
const byServer = async ({ shop }: WalkFixture, one: PendingCall, setup: Setup | undefined): Promise<Source> => {
  const undo = await setup?.({ shop, waiting: one });
  if (undo) {
    const response = await one.route.fetch().finally(undo);
    await one.route.fulfill({ response });
  } else await one.route.fallback();
  return ofSandbox.has(one.name) ? 'sandbox' : 'server';
};

const constant = (source: Source) => (): Source => source;

/** Produces the planned response of one call. Throws if there is no way to do so. */
const settle = (fixture: WalkFixture, one: PendingCall, id: string, event: EventObject): Promise<Source> => {
  const failure = failureIn(event);
  const outcome = `${one.name === 'getReturn' && !failure ? 'return' : id} ${outcomeOf(id, event)}`;
  if (failure?.code === 'connection_error') return one.route.abort('connectionfailed').then(constant('network'));
  // Planned failures other than token_not_found concern the order, so the preceding call that resolves the mail's link succeeds.
  const isLinkLookUp = one.name === 'getOrderMail' && failure?.code !== 'token_not_found';
  if (isLinkLookUp) return one.route.fallback().then(constant('server'));
  if (!failure || outcome in setups || fixture.causesFailure(id, failure.code))
    return byServer(fixture, one, setups[outcome]);
  if (!(outcome in onTheWire)) throw new Error(`Nothing produces the outcome "${outcome}": add a row to setups.ts.`);
  return reject(one, failure).then(constant('wire'));
};

/** Answers the calls of a pending actor so that it ends as planned; it may make more calls. */
export const createResponder = (fixture: WalkFixture, calls: Calls, id: string, event: EventObject) => {
  const usedSources = new Set<Source>();
  return {
    pump: async (): Promise<void> => {
      for (const one of calls.take(callsOf[id] ?? [])) usedSources.add(await settle(fixture, one, id, event));
    },
    /** The least real of all sources involved. */
    source: (): Source => sources.findLast((one) => usedSources.has(one)) ?? 'page',
    outcome: `${id} ${outcomeOf(id, event)}`,
  };
};
export type Responder = ReturnType<typeof createResponder>;
