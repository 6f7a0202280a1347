import { machines } from 'ticket-store/machines/index.ts';
import { onScreen } from 'ticket-store/machines/shared/on-screen.ts';
import { contract } from 'ticket-store/src/api/contract/index.ts';
import { addressIn, isPageRequest, pressAfter } from 'ticket-store/test/paths/event-address.ts';
import { fieldsOf, part, sheetPayment, value } from 'ticket-store/test/paths/event-parts.ts';
import { type Move, movesOf } from 'ticket-store/test/paths/moves.ts';
import { isQueried } from 'ticket-store/test/paths/plans/checkout.ts';
import { catalogue } from 'ticket-store/test/paths/sample-shop.ts';
import { type AnyActorRef, createActor } from 'xstate';
import type { Journey } from '../explore/compose.ts';
import type { AddressedStep } from '../explore/realise.ts';
import { actorAt, simulateActors } from '../explore/simulated.ts';
import { endedChild } from '../explore/step.ts';
import { failureIn, rejectionOf, repliesOf } from './replies.ts';

/** A walk as lines of a file in which the walk itself answers the page's calls (`runtime/`). */

/** A method of the visitor and its arguments. */
export type Line = readonly [method: string, ...args: readonly unknown[]];

/** Actors that read the device's storage, so they end without a reply. */
const selfEnding = new Set(['recallTicket', 'forgetTicket']);

/** Whether a step comes about without the walk; `inputOf` gives the input of its actor. */
const isByItself = ({ event, automatic }: AddressedStep, inputOf: () => unknown): boolean => {
  const id = endedChild(event.type) ?? '';
  if (automatic || selfEnding.has(id)) return true;
  if (['checkout.left', 'xstate.error.actor.showChallenge'].includes(event.type)) return true;
  return id === 'queryOutcome' && !isQueried(fieldsOf(inputOf()));
};

const lineOfMove = (move: Move): Line => {
  if ('click' in move) return ['click', move.click, ...(move.key === undefined ? [] : [move.key])];
  if ('more' in move) return ['more', move.more, move.key];
  if ('fill' in move) return ['fill', move.fill, move.typed];
  if ('lang' in move) return ['speak', move.lang];
  if ('time' in move) return ['extend'];
  return ['close', move.close];
};

/** The provider's reply with a token. */
const tokenLine = (payment: unknown): Line => {
  const { token, brand, last4 } = fieldsOf(payment);
  const made = { id: token, payment_method_preview: { card: { brand, last4 } } };
  return ['reply', 'GET', '/provider/token', 200, { confirmationToken: made }];
};

/** Events of other charts and of the page itself, which come at another time than in the walk; so the walk sends them. */
const sentEvents = new Set([
  ...['dialog.ask', 'email.corrected', 'fact.ended', 'order.recalled', 'order.reclaimed', 'ticket.removed'],
  ...['failure.order_closed', 'failure.session_timeout'],
]);

/** How an event comes about that is no end of an actor. Throws if nothing causes it. */
const causeOf = ({ actor, event, takes: [first = ''] }: AddressedStep, next: AddressedStep | undefined): Line[] => {
  const { type } = event;
  const chart = actor.at(-1);
  if (isPageRequest(event)) {
    const press = pressAfter(event, chart);
    return [['goTo', `#${addressIn(event)}`], ...(press === null ? [] : [['click', press] as const])];
  }
  if (type === 'page.restored') return [['reload']];
  if (type === 'page.returned' && chart === 'hold') return [['endElsewhere']];
  if (type === 'page.returned')
    return [
      [
        'comeBack',
        `#/payment-callback/stripe_secure/ok?r=${value(event, 'r')}`,
        first.startsWith('checkout.redirecting'),
      ],
    ];
  const isShown = type === 'toast.show' && part(event, 'toast').text !== '';
  if (isShown || sentEvents.has(type)) return [['send', actor.join('/'), event]];
  if (type.startsWith('sheet.')) {
    const payment = sheetPayment(event);
    const paid = payment ? [tokenLine(payment)] : [];
    return [['pressWallet'], ['reply', 'GET', '/provider/sheet', 200, { confirmed: payment !== undefined }], ...paid];
  }
  const moves = movesOf(event);
  if (!moves) throw new Error(`No control, address or reply causes ${type} in ${actor.join('/')}.`);
  const isDenied = next?.event.type === 'xstate.error.actor.forgetTicket';
  return [...(type === 'ticket.forget' ? [['denyStorage', isDenied] as const] : []), ...moves.map(lineOfMove)];
};

/** How long a timer still runs: by its own duration, or until a time that is in its chart's context. */
const waitFor = ({ actor, event }: AddressedStep, input: unknown, chart: AnyActorRef | undefined): Line => {
  const late = 'output' in event ? Number(event.output ?? 0) : 0;
  const wait = fieldsOf(input);
  if (typeof wait.for === 'number') return ['pass', wait.for + late];
  const until = Number(wait.until);
  const times = Object.entries(fieldsOf(chart?.getSnapshot().context)).filter(
    ([, time]) => typeof time === 'number' && Math.abs(until - time) <= 3_600_000,
  );
  const distance = ([, time]: readonly [string, unknown]) => Math.abs(until - Number(time));
  const [[name, time] = []] = times.toSorted((a, b) => distance(a) - distance(b));
  if (name === undefined) throw new Error(`No time in the context of ${actor.join('/')} is what its timer waits for.`);
  return ['passUntil', actor.join('/'), name, until - Number(time) + late];
};

/** How an actor ends as planned. */
const endOf = async (step: AddressedStep, id: string, input: unknown): Promise<Line[]> => {
  const failure = failureIn(step.event);
  if (id === 'takeToken')
    return failure
      ? [['reply', 'GET', '/provider/token', 200, { error: { type: 'validation_error' } }]]
      : [tokenLine('output' in step.event ? step.event.output : undefined)];
  if (id === 'showChallenge') return [['reply', 'GET', '/provider/challenge', 200, {}]];
  const replies = repliesOf(id, 'output' in step.event ? step.event.output : undefined, input, failure !== null);
  if (replies.length === 0) throw new Error(`No call of the page ends ${id}: add a row to replies.ts.`);
  const isMail = replies[0]?.call === 'getOrderMail' && failure?.code !== 'token_not_found';
  const lines = replies.map(async ({ call, query, body }, index): Promise<Line> => {
    const { method, path } = contract[call];
    const byQuery = query ? [query] : [];
    if (!failure || (isMail && index === 0)) return ['reply', method, path, 200, body, ...byQuery];
    // The actor ends with the first failure.
    if (index > (isMail ? 1 : 0)) return ['drop', method, path, ...byQuery];
    if (failure.code === 'connection_error') return ['cut', method, path, ...byQuery];
    const { status, body: rejection } = await rejectionOf(failure);
    return ['reply', method, path, status, rejection, ...byQuery];
  });
  const all = await Promise.all(lines);
  // An unknown link is rejected at its first call.
  return replies[0]?.call === 'getOrderMail' && !isMail ? all.slice(0, 1) : all;
};

/** Tickets that the device has stored before the walk begins. */
const before = ({ steps }: Journey): Line[] => {
  const recalled = steps.find(
    ({ event }) => /^xstate\.done\.actor\.recall/.test(event.type) && 'output' in event && event.output,
  );
  const request = steps.find(({ event }) => isPageRequest(event));
  if (!recalled || !request) return [];
  const call = request.event.type === 'page.requested.shared' ? contract.getSharedTicket : contract.getTicket;
  return [
    [
      'visitBefore',
      `#${addressIn(request.event)}`,
      call.path,
      'output' in recalled.event ? recalled.event.output : null,
    ],
  ];
};

/** A journey as lines: before the page is opened, and from then on, with what must be seen after each step. */
export const plannedLines = async (journey: Journey): Promise<{ before: Line[]; lines: Line[] }> => {
  const { machine, simulated } = simulateActors(machines.app);
  const app = createActor(machine, { input: journey.input }).start();
  if (!journey.actor.includes('catalogue')) simulated.resolve('app/catalogue/openShop', catalogue);
  const seen = (): Line[] => {
    const { state, actor } = onScreen(app);
    const isPassing = simulated.waiting().some((one) => selfEnding.has(one.split('/').at(-1) ?? ''));
    // A state that is left automatically may have been left already.
    if (isPassing || actor.getSnapshot().can({ type: 'checkout.left' })) return [];
    const opening = actorAt(app, ['app', 'catalogue'])?.getSnapshot();
    return [[opening?.context.catalogue ? 'at' : 'loading', state]];
  };
  const lines: Line[] = seen();
  const endsByItself = (step: AddressedStep): boolean =>
    isByItself(step, () => simulated.input([...step.actor, 'queryOutcome']));
  for (const [index, step] of journey.steps.entries()) {
    const next = journey.steps[index + 1];
    const id = endedChild(step.event.type);
    const actor = actorAt(app, step.actor);
    if (id !== undefined && !step.automatic) {
      const input = simulated.input([...step.actor, id]);
      const isTimer = 'for' in fieldsOf(input) || 'until' in fieldsOf(input);
      if (isTimer) lines.push(waitFor(step, input, actor));
      else {
        if (next?.takes[0]?.startsWith('checkout.redirecting | page.returned')) lines.push(['forgetAway']);
        if (next?.event.type === 'xstate.error.actor.showChallenge') lines.push(['blockScript']);
        if (!endsByItself(step)) lines.push(...(await endOf(step, id, input)));
      }
      simulated.answer(step.actor, step.event);
    } else if (!step.automatic) {
      if (!endsByItself(step)) lines.push(...causeOf(step, next));
      actor?.send(step.event);
    }
    lines.push(['chart', step.actor.join('/'), step.state]);
    if (next === undefined || !endsByItself(next)) lines.push(...seen());
  }
  app.stop();
  return { before: before(journey), lines };
};
