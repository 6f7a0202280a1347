import type { AnyActorRef } from 'xstate';
import type { Meta, Screen } from './screens.ts';

export type OnScreen = {
  screen: Screen;
  /** The actor whose state shows the screen; the screen sends its events to it. */
  actor: AnyActorRef;
  /** Names of the nested states, e.g. `purchase.payment.choosing`: the page's `data-state`. */
  state: string;
};

const namesOf = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : Object.entries(value ?? {}).flatMap(([name, inner]) => [name, ...namesOf(inner)]);

const isMeta = (meta: unknown): meta is Meta =>
  typeof meta === 'object' && meta !== null && ('screen' in meta || 'child' in meta);

/** Meta of the deepest active state that has one. Ids are paths (`purchase.payment.choosing`), so the longest id is the deepest. */
const metaOf = (metas: Record<string, unknown>): Meta | null =>
  Object.entries(metas)
    .sort(([a], [b]) => b.length - a.length)
    .map(([, meta]) => meta)
    .find(isMeta) ?? null;

/**
 * The current screen: `meta` names a screen, or the child that shows one, and so on down (docs/charts.md#on-screen). Throws when
 * a state has neither. `parentStates`: names of the states above this actor; `named`: the screen that its parent names for it.
 */
export const onScreen = (actor: AnyActorRef, parentStates: readonly string[] = [], named?: Screen): OnScreen => {
  const snapshot = actor.getSnapshot();
  const names = [...parentStates, ...namesOf(snapshot.value)];
  const meta = metaOf(snapshot.getMeta());
  const child = meta && 'child' in meta ? snapshot.children[meta.child] : undefined;
  if (child) return onScreen(child, names, named ?? meta?.screen);
  const screen = named ?? meta?.screen;
  if (!screen) throw new Error(`Nothing is on screen in ${names.join('.')}`);
  return { screen, actor, state: names.join('.') };
};
