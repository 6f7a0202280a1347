import type { appMachine } from 'ticket-store/machines/app/app.machine.ts';
import { onScreen } from 'ticket-store/machines/shared/on-screen.ts';
import type { ActorRefFrom, AnyActorRef, AnyStateNode, InspectionEvent } from 'xstate';
import { definitionId } from '../../explore/definitions.ts';
import { pathOf } from '../../explore/simulated.ts';
import { machineSnapshotOf } from '../../explore/step.ts';
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

/** Reports the transitions that the visitor causes; those of the page and of the screen itself are known already. */
export const causes = () => {
  let waiting: unknown;
  return (seen: InspectionEvent): void => {
    if (seen.type === '@xstate.event') {
      const isCaused = seen.sourceRef === undefined && isVisitorEvent(seen.event.type);
      waiting = isCaused ? seen.actorRef : undefined;
    }
    if (seen.type !== '@xstate.microstep' || seen.actorRef !== waiting) return;
    waiting = undefined;
    const [taken] = seen._transitions;
    if (taken) report({ kind: 'did', arrow: definitionId(taken) });
  };
};

const livingIn = (actor: AnyActorRef): Living => {
  const { machine, _nodes } = machineSnapshotOf(actor) ?? { machine: { id: '' }, _nodes: [] };
  const nodes: readonly AnyStateNode[] = _nodes;
  const inner = nodes.filter(({ parent }) => parent).toSorted((one, other) => one.path.length - other.path.length);
  return { actor: pathOf(actor).join('/'), chart: machine.id, states: inner.map(({ id }) => id) };
};

const nowIn = (app: AnyActorRef): Now => ({
  living: runningIn(app).map(livingIn),
  shown: pathOf(onScreen(app).actor).join('/'),
  possible: possibleIn(app),
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
