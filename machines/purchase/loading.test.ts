import { expect, it } from 'vitest';
import { purchaseActions, purchaseGuards } from '#machines/paying.ts';
import { purchaseMachine } from './purchase.machine.ts';

/** Events that reach the purchase before its first order; requests for all other pages load `machines/paying.ts` first. */
const events = ['page.requested.order', 'page.requested.*', 'language.choose', 'ticket.removed'];

/** Transitions of a state by an event, and those that need none. */
const transitionsOf = ({ root }: typeof purchaseMachine) =>
  [root, root.states.order].flatMap((node) => [
    ...(node?.always ?? []),
    ...[...(node?.transitions ?? [])].flatMap(([type, rows]) =>
      events.includes(type) || type === 'xstate.snapshot.order' ? rows : [],
    ),
  ]);

const nameOf = (part: unknown): string =>
  typeof part === 'string' ? part : String(Reflect.get(Object(part), 'type') ?? '');

it('needs no guard and no action of a later step before the first order', () => {
  const rows = transitionsOf(purchaseMachine);
  const guards = rows.flatMap(({ guard }) => (guard ? [nameOf(guard)] : []));
  // what was bought was restored, and a restore loads everything before
  const actions = rows.flatMap(({ guard, actions: all }) =>
    guard && nameOf(guard) === 'isBought' ? [] : all.map(nameOf),
  );
  expect(guards).toContain('mayOrder');
  expect(actions).toContain('assignPlacing');
  expect(guards.filter((name) => name in purchaseGuards)).toEqual([]);
  expect(actions.filter((name) => name in purchaseActions)).toEqual([]);
});
