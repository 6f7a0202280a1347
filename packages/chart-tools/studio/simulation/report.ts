import type { appMachine } from 'ticket-store/machines/app/app.machine.ts';
import type { ActorRefFrom, InspectionEvent } from 'xstate';
import { definitionId } from '../../explore/definitions.ts';
import { isVisitorEvent } from '../page/cause.ts';
import { possibleIn } from './press.ts';
import { type Command, type Report, reportMark } from './protocol.ts';

/** Reports to the page around this one. */
export const report = (what: Report): void => parent.postMessage({ mark: reportMark, ...what }, location.origin);

/** Reports the transitions that the visitor causes: what the page causes it knows, and the screen reports its own again. */
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

/** Reports after each change what is possible, and takes the transitions that the page asks for. */
export const followPage = (
  app: ActorRefFrom<typeof appMachine>,
  { press, replay }: Record<Command['kind'], (arrow: string) => boolean>,
): void => {
  const { lang } = app.getSnapshot().context;
  let isDue = false;
  const reportSoon = (): void => {
    if (isDue) return;
    isDue = true;
    setTimeout(() => {
      isDue = false;
      report({ kind: 'possible', arrows: possibleIn(app) });
    });
  };
  app.system.inspect((seen) => seen.type === '@xstate.snapshot' && reportSoon());
  app.subscribe(({ context }) => {
    if (context.lang !== lang) report({ kind: 'language', lang: context.lang });
  });
  addEventListener('message', ({ origin, data }: MessageEvent<Command>) => {
    if (origin !== location.origin || (data?.kind !== 'press' && data?.kind !== 'replay')) return;
    const { arrow } = data;
    if (data.kind === 'replay') report({ kind: 'replayed', arrow, isLost: !replay(arrow) });
    else report({ kind: press(arrow) ? 'did' : 'elsewhere', arrow });
  });
  reportSoon();
};
