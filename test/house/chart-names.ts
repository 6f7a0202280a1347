import { guardName, stateNodes, transitionsOf } from '@ticket-store/chart-tools/explore/definitions.ts';
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { screens as allScreens } from '#machines/shared/screens.ts';
import { metaOf, nodesOf, type Rule } from './chart-rules.ts';

/** Naming rules of charts (docs/charts.md#names). */

const eventsOf = (node: AnyStateNode) => [...node.transitions.keys()].filter((type) => !type.startsWith('xstate.'));

const isScreen = (name: string): boolean => allScreens.some((screen) => screen === name);

/** docs/charts.md#names Every state and the chart have a description. */
export const descriptions: Rule = (machine) =>
  nodesOf(machine)
    .filter((n) => (n.description ?? '').trim() === '')
    .map((n) => `${n.id} has no description`);

/**
 * docs/charts.md#names A state that is named after a screen shows it, or the step of that name in its flow
 * (`changedate-confirm`).
 */
export const screenNames: Rule = (machine) =>
  stateNodes(machine).flatMap((node) => {
    const { screen } = metaOf(node);
    const called = node.key;
    if (typeof screen !== 'string' || !isScreen(called)) return [];
    return screen === called || screen.endsWith(`-${called}`) ? [] : [`${node.id} shows the screen ${screen}`];
  });

/** docs/charts.md#on-screen A line for each screen that no chart ever shows. */
export const unshown = (machines: readonly AnyStateMachine[]): string[] => {
  const shown = new Set(machines.flatMap((machine) => nodesOf(machine).map((node) => metaOf(node).screen)));
  return allScreens.filter((screen) => !shown.has(screen)).map((screen) => `no chart shows ${screen}`);
};

/** docs/charts.md#names Guards are named as facts, not as commands. */
const fact = /^(is|has|may|can|must|needs|was|changes|lacks)[A-Z]/;
export const facts: Rule = (machine) =>
  nodesOf(machine).flatMap((node) =>
    transitionsOf(node).flatMap((t) => {
      const name = guardName(t.guard);
      return name === undefined || fact.test(name) ? [] : [`${node.id}: the guard ${name} is no fact`];
    }),
  );

/** A visitor's event that is not imperative, because the form's page sends it automatically (docs/charts.md#input). */
const automatic = ['draft.kept'];
/** Events between charts: requests to a queue. */
const queueRequests = ['toast.show', 'dialog.ask'];
const past = /(ed|left|kept)$|^page\.requested\./;

/**
 * docs/charts.md#names A visitor's events are imperative, the world's are past tense. `visitors`: the events that have a control.
 */
export const tenses =
  (visitors: ReadonlySet<string>): Rule =>
  (machine) =>
    nodesOf(machine).flatMap((node) =>
      eventsOf(node).flatMap((type) => {
        if (
          type.startsWith('failure.') ||
          type.endsWith('.*') ||
          automatic.includes(type) ||
          queueRequests.includes(type)
        )
          return [];
        if (visitors.has(type)) return past.test(type) ? [`${node.id}: a visitor’s ${type} is not imperative`] : [];
        return past.test(type) ? [] : [`${node.id}: no control sends ${type}, and it is not past`];
      }),
    );

/**
 * docs/charts.md#names Events are in dot.case and lower case; failures are named by the codes of the failure table, requests of pages
 * by the pages.
 */
export const eventNames =
  (codes: readonly string[]): Rule =>
  (machine) =>
    nodesOf(machine).flatMap((node) =>
      eventsOf(node).flatMap((type) => {
        if (type.endsWith('.*')) return [];
        const [, code] = /^failure\.(.+)$/.exec(type) ?? [];
        if (code !== undefined) return codes.includes(code) ? [] : [`${node.id}: no failure has the code "${code}"`];
        const [, page] = /^page\.requested\.(.+)$/.exec(type) ?? [];
        if (page !== undefined && !isScreen(page)) return [`${node.id}: no page is called "${page}"`];
        return /^[a-z-]+(\.[a-z_-]+)+$/.test(type) ? [] : [`${node.id}: "${type}" is not dot.case`];
      }),
    );
