import type { AddressedStep } from '@ticket-store/chart-tools/explore/realise.ts';
import { expect, it } from 'vitest';
import { withQuestions } from './questions.ts';

const typesOf = (...steps: (readonly [type: string, state: string])[]): string[] => {
  const walk = steps.map(([type, state]): AddressedStep => {
    const actor = /^(ticket|shared|terms)/.test(state) ? ['app'] : ['app', 'purchase'];
    return { actor, event: { type }, ...{ takes: [], state, ends: false, automatic: false } };
  });
  const journey = { machine: 'purchase', actor: ['app', 'purchase'], input: undefined, steps: walk };
  const asking = withQuestions({ ...journey, prefix: walk.length - 1 });
  expect(asking.prefix, 'the same step begins the walk').toBe(asking.steps.length - 1);
  return asking.steps.map(({ event }) => event.type);
};

const signIn = ['xstate.done.actor.order', 'sign-in.editing'] as const;

it('a visitor opens a question before Back or a link leaves a page that asks', () => {
  const toOrder = ['page.requested.order', 'order'] as const;
  const events = ['xstate.done.actor.order', 'dialog.ask', 'page.requested.order', 'order.again'];
  expect(typesOf(signIn, toOrder, ['order.again', 'order'])).toEqual(events);
  const pages = ['page.requested.shared', 'page.requested.terms', 'order.again'];
  const inPages = typesOf(
    ['page.requested.shared', 'shared'],
    ['page.requested.terms', 'terms'],
    ['order.again', 'order'],
  );
  expect(inPages).toEqual(['dialog.ask', pages[0], 'dialog.ask', pages[1], pages[2]]);
});

it('and opens none where the page stays, nor before a control, which the question covers, nor on other pages', () => {
  const plain = typesOf(
    signIn,
    ['page.requested.sign-in', 'sign-in.editing'],
    ['customer.submit', 'sign-in.saving'],
    ['xstate.done.actor.putCustomer', 'payment'],
    ['xstate.done.actor.payment', 'confirm'],
    ['page.requested.order', 'order'],
  );
  expect(plain).not.toContain('dialog.ask');
});
