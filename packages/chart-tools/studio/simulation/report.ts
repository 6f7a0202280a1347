import type { appMachine } from 'ticket-store/machines/app/app.machine.ts';
import { onScreen } from 'ticket-store/machines/shared/on-screen.ts';
import type { ActorRefFrom, AnyActorRef, AnyStateNode, EventObject, InspectionEvent } from 'xstate';
import { definitionId } from '../../explore/definitions.ts';
import { pathOf } from '../../explore/simulated.ts';
import { machineSnapshotOf } from '../../explore/step.ts';
import { plain } from './find-ways.ts';
import { possibleIn, runningIn } from './press.ts';
import { type Command, type Living, type Now, type Report, reportMark } from './protocol.ts';

/**
 * Whether a visitor caused an event. Events of the environment or the screen itself are in the past tense (docs/charts.md#names),
 * except requests for a page, which are links.
 */
const isVisitorEvent = (type: string): boolean =>
  !/^(?:xstate|held)\./.test(type) && (type.startsWith('page.requested.') || !/\.(?:\w+ed|left|lost)$/.test(type));

/** Reports to the page around this one. */
export const report = (what: Report): void => parent.postMessage({ mark: reportMark, ...what }, location.origin);

const payloadOf = ({ type: _, ...payload }: EventObject): string => JSON.stringify(payload, plain, 1);
/** Payloads of the events that were last taken, by transition. */
const taken: Record<string, string> = {};

/** An inspector that reports the transitions which the visitor causes: those that the page takes (`isWalking`) it knows already. */
export const inspectVisitor = (isWalking: () => boolean) => {
  /** The receiver of the visitor's event, until its first microstep. */
  let target: unknown;
  return (seen: InspectionEvent): void => {
    if (seen.type === '@xstate.microstep')
      for (const one of seen._transitions) taken[definitionId(one)] = payloadOf(seen.event);
    if (isWalking()) return;
    if (seen.type === '@xstate.event') {
      const isCaused = seen.sourceRef === undefined && isVisitorEvent(seen.event.type);
      target = isCaused ? seen.actorRef : undefined;
    }
    if (seen.type !== '@xstate.microstep' || seen.actorRef !== target) return;
    target = undefined;
    const [first] = seen._transitions;
    if (first) report({ kind: 'did', arrow: definitionId(first) });
  };
};

const livingIn = (actor: AnyActorRef): Living => {
  const { machine, context, _nodes } = machineSnapshotOf(actor) ?? { machine: { id: '' }, context: {}, _nodes: [] };
  const nodes: readonly AnyStateNode[] = _nodes;
  const inner = nodes.filter(({ parent }) => parent).toSorted((one, other) => one.path.length - other.path.length);
  const states = inner.map(({ id }) => id);
  return { actor: pathOf(actor).join('/'), chart: machine.id, states, context: JSON.stringify(context, plain, 1) };
};

const nowIn = (app: AnyActorRef): Now => ({
  living: runningIn(app).map(livingIn),
  shown: pathOf(onScreen(app).actor).join('/'),
  possible: Object.fromEntries(possibleIn(app).map(([id, event]) => [id, payloadOf(event)])),
  taken,
});

/** Reports after each change where the charts are, and takes the transitions that the page asks for. */
export const followPage = (app: ActorRefFrom<typeof appMachine>, press: (arrow: string) => boolean): void => {
  const { lang } = app.getSnapshot().context;
  let isDue = false;
  const reportSoon = (): void => {
    if (isDue) return;
    isDue = true;
    setTimeout(() => {
      isDue = false;
      report({ kind: 'now', ...nowIn(app) });
    });
  };
  app.system.inspect((seen) => seen.type === '@xstate.snapshot' && reportSoon());
  app.subscribe(({ context }) => {
    if (context.lang !== lang) report({ kind: 'language', lang: context.lang });
  });
  addEventListener('message', ({ origin, data }: MessageEvent<Command>) => {
    if (origin !== location.origin || data?.kind !== 'press') return;
    const { arrow } = data;
    report({ kind: press(arrow) ? 'did' : 'elsewhere', arrow });
  });
  reportSoon();
};
