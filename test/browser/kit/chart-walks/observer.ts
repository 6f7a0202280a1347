import { actorAt } from '@ticket-store/chart-tools/explore/simulated.ts';
import { endedChild, machineSnapshotOf } from '@ticket-store/chart-tools/explore/step.ts';
import type { InspectionReport } from '#src/mirrors/inspect/inspector.ts';
import { fieldsOf } from '#test/paths/event-parts.ts';
import { type Running, type Seen, seenOf, type Waiting, waitingAt } from '#test/paths/properties/seen.ts';
import { mirrorOf } from './mirror.ts';

/** Follows the messages of a live page, and gives what can be observed of its charts in the form that properties judge. */

type StateReport = Extract<InspectionReport, { kind: 'state' }>;
type Started = Extract<InspectionReport, { kind: 'started' }>;

const parentOf = (path: string): string => path.split('/').slice(0, -1).join('/');
const nameOf = (path: string): string => path.split('/').at(-1) ?? '';

/** Charts and requests of a page; a reloaded page goes on with those that it stored. */
type Page = { readonly charts: Map<string, object>; readonly requests: Map<string, Waiting> };
const emptyPage = (): Page => ({ charts: new Map(), requests: new Map() });

/** `isOpening`: the shop is opened by the walk; otherwise the page does so by itself, and again when it is loaded again. */
export const createObserver = ({ isOpening }: { readonly isOpening: boolean }) => {
  const reports: InspectionReport[] = [];
  let load = '';
  let page = emptyPage();
  let left = emptyPage();

  const isFollowed = (chart: string): boolean => isOpening || chart !== 'app/catalogue';
  /** A page that was loaded again restores what it stored. */
  const isRestored = (path: string): object | undefined => left.charts.get(path);
  const begin = (one: Started): void => {
    const waiting = waitingAt(one.actor, one.src, one.input, one);
    const old = left.requests.get(one.actor);
    left.requests.delete(one.actor);
    const goesOn = old !== undefined && JSON.stringify(old.input) === JSON.stringify(waiting.input);
    page.requests.set(one.actor, goesOn ? old : waiting);
  };
  const removeEnded = ({ actor, children, status }: StateReport): void => {
    for (const path of page.requests.keys())
      if (parentOf(path) === actor && (status !== 'active' || !children.includes(nameOf(path))))
        page.requests.delete(path);
  };
  const add = (one: InspectionReport): void => {
    reports.push(one);
    if (one.page !== load) {
      load = one.page;
      left = page;
      page = emptyPage();
    }
    if (one.kind === 'started') begin(one);
    if (one.kind === 'state') removeEnded(one);
    if (one.kind !== 'event') return;
    const type = String(fieldsOf(one.event).type);
    if (type === 'xstate.init') {
      page.charts.set(one.actor, isRestored(one.actor) ?? one);
      left.charts.delete(one.actor);
    }
    const ended = endedChild(type);
    if (ended !== undefined) page.requests.delete(`${one.actor}/${ended}`);
  };

  /** State of the charts after the messages so far; `address` is that of the page. Throws while messages are missing. */
  const seen = (address?: string): Seen => {
    const app = mirrorOf(reports);
    const paths = [...page.charts.keys()].filter(isFollowed);
    const running = paths.flatMap((path): Running[] => {
      const snapshot = machineSnapshotOf(actorAt(app, path.split('/')));
      const instance = page.charts.get(path);
      return snapshot?.status === 'active' && instance ? [{ path, instance, snapshot }] : [];
    });
    const isRunning = ({ path }: Waiting): boolean => running.some((one) => one.path === parentOf(path));
    const now = seenOf(app, running, [...page.requests.values()].filter(isRunning));
    return address === undefined || now.address === null ? now : { ...now, address };
  };
  /** Whether a request or timer is under way. */
  const isWaiting = (path: string): boolean => isFollowed(parentOf(path)) && page.requests.has(path);
  return { add, seen, isWaiting };
};
