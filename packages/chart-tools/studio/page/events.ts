import { isVisitorEvent } from './cause.ts';
import type { Happened } from './live.ts';
import { button, make } from './parts.ts';

const shown = 60;
const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });

/** The event in the same readable form as in the drawing. */
export const formatEvent = (type: string): string =>
  type
    .replace(/^xstate\.init$/, 'begins')
    .replace(/^xstate\.done\.actor\.(.+)$/, 'done($1)')
    .replace(/^xstate\.error\.actor\.(.+)$/, 'error($1)')
    .replace(/^xstate\.snapshot\.(.+)$/, 'snapshot($1)');

type Targets = (arrow: string) => readonly string[];

/** The target of an event; empty if the state did not change. */
const endOf = ({ arrows, chart }: Happened, targets: Targets): string => {
  const to = arrows.flatMap(targets).at(-1);
  return to === undefined ? '' : `→ ${to.slice(chart.length + 1)}`;
};

/** Leaves out events without a transition, and snapshots that only report that a child moved. */
const isNews = (happened: Happened, targets: Targets): boolean =>
  /^xstate\.(init|snapshot)/.test(happened.type) ? endOf(happened, targets) !== '' : true;

/** The last events, newest first; `targets` gives the targets of a transition. */
export const createEvents = (list: HTMLElement, targets: Targets, choose: (happened: Happened) => void) => {
  return {
    draw: (happened: readonly Happened[]): void => {
      const rows = happened
        .filter((one) => isNews(one, targets))
        .slice(-shown)
        .reverse();
      list.replaceChildren(
        ...rows.map((one) => {
          const { type, chart, at, arrows } = one;
          const row = button(
            { title: arrows.join('\n') },
            () => choose(one),
            make('code', {}, formatEvent(type)),
            make('small', {}, time.format(at)),
            make('small', { class: 'to' }, `${chart} ${endOf(one, targets)}`),
          );
          return make('li', { class: isVisitorEvent(type) ? 'visitor' : 'world' }, row);
        }),
      );
    },
  };
};
