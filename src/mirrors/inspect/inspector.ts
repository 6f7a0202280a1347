import {
  type AnyActorRef,
  type AnyTransitionDefinition,
  type InspectionEvent,
  isMachineSnapshot,
  StateMachine,
} from 'xstate';

/** Name of the `BroadcastChannel` between an inspected page and its inspectors on the same origin. */
export const inspectorChannel = 'ticket-store:inspect';

/** A transition of a chart: its source state, the event's type (empty: eventless), and its index among those of the event. */
export type Arrow = { readonly source: string; readonly event: string; readonly index: number };

/**
 * An inspected chart reports an event it received, transitions it took, its new state; and each request or timer that is
 * started for it, with its input. `actor` is the path (`app/purchase/payment`), `machine` its chart, empty for a request or timer;
 * `page` identifies one load of the page.
 */
export type InspectionReport = { readonly page: string; readonly actor: string; readonly machine: string } & (
  | { readonly kind: 'event'; readonly event: unknown }
  | { readonly kind: 'taken'; readonly arrows: readonly Arrow[] }
  | { readonly kind: 'started'; readonly src: string; readonly input: unknown }
  | {
      readonly kind: 'state';
      readonly value: unknown;
      readonly context: unknown;
      readonly status: string;
      /** Ids of its running children. */
      readonly children: readonly string[];
    }
);

/** The chart's id; empty for a promise or a timer. */
const chartOf = (ref: AnyActorRef): string => {
  const logic: unknown = 'logic' in ref ? ref.logic : undefined;
  return logic instanceof StateMachine ? logic.id : '';
};

const actorPath = (ref: AnyActorRef): string => (ref._parent ? `${actorPath(ref._parent)}/${ref.id}` : chartOf(ref));

/** Converts a value to plain data that can be posted to another page; errors keep their code. */
const plain = (value: unknown): unknown => {
  const open = (_: string, part: unknown) => (part instanceof Error ? { ...part, message: part.message } : part);
  return JSON.parse(JSON.stringify(value ?? null, open));
};

const arrowOf = (arrow: AnyTransitionDefinition): Arrow => {
  const { source, eventType: event } = arrow;
  const same = event === '' ? source.always : source.transitions.get(event);
  return { source: source.id, event, index: same?.indexOf(arrow) ?? -1 };
};

/** The input with which a request or timer was started; one that is restored has it in its snapshot. */
const inputOf = (ref: AnyActorRef): unknown => {
  const snapshot: unknown = ref.getSnapshot();
  return typeof snapshot === 'object' && snapshot !== null && 'input' in snapshot ? snapshot.input : undefined;
};

/** The `inspect` option of `createActor`: reports charts, and what they start. */
export const createInspectObserver =
  (page: string, send: (report: InspectionReport) => void) =>
  (seen: InspectionEvent): void => {
    const ref: unknown = seen.actorRef;
    if (!isActor(ref)) return;
    const sender = { page, actor: actorPath(ref), machine: chartOf(ref) };
    if (sender.machine === '') {
      if (seen.type === '@xstate.event' && seen.event.type === 'xstate.init')
        send({ ...sender, kind: 'started', src: String(ref.src), input: plain(inputOf(ref)) });
      return;
    }
    if (seen.type === '@xstate.event') send({ ...sender, kind: 'event', event: plain(seen.event) });
    if (seen.type === '@xstate.microstep') send({ ...sender, kind: 'taken', arrows: seen._transitions.map(arrowOf) });
    if (seen.type === '@xstate.snapshot' && isMachineSnapshot(seen.snapshot)) {
      const { value, context, status, children } = seen.snapshot;
      const running = Object.keys(children).filter((id) => children[id] !== undefined);
      send({ ...sender, kind: 'state', value, context: plain(context), status, children: running });
    }
  };

const isActor = (ref: unknown): ref is AnyActorRef => typeof ref === 'object' && ref !== null && 'sessionId' in ref;

/**
 * `?inspect` before the hash: the page reports its charts to other pages of its origin. `?inspect=stately` also reports to
 * Stately's inspector in a separate window (`stately.ts`).
 */
export const inspector = async (): Promise<(seen: InspectionEvent) => void> => {
  const channel = new BroadcastChannel(inspectorChannel);
  const observe = createInspectObserver(crypto.randomUUID(), (report) => channel.postMessage(report));
  const address = new URLSearchParams(location.search).get('inspect');
  if (!address) return observe;
  const { openStately, windowOf } = await import('./stately.ts');
  const show = openStately(windowOf(address));
  return (seen) => {
    observe(seen);
    show(seen);
  };
};
