import { describe, expect, it } from 'vitest';
import type { Journey } from '#test/tools/explore/compose.ts';
import type { AddressedStep } from '#test/tools/explore/realise.ts';
import { withQuestions } from './questions.ts';

const step = (type: string, state: string, actor = 'app/purchase'): AddressedStep => ({
  actor: actor.split('/'),
  event: { type },
  ...{ takes: [], state, ends: false, automatic: false },
});
const journey = (...steps: AddressedStep[]): Journey => ({
  ...{ machine: 'purchase', actor: ['app', 'purchase'], input: undefined, steps },
  prefix: steps.length - 1,
});
const typesOf = ({ steps }: Journey): string[] => steps.map(({ event }) => event.type);

describe('a visitor who opens a question and does not answer', () => {
  it('asks before Back or a link leaves a page that asks', () => {
    const asking = withQuestions(
      journey(
        step('xstate.done.actor.order', 'sign-in.editing'),
        step('page.requested.order', 'order'),
        step('order.again', 'order'),
      ),
    );
    expect(typesOf(asking)).toEqual(['xstate.done.actor.order', 'dialog.ask', 'page.requested.order', 'order.again']);
    expect(asking.prefix, 'the same step begins the walk').toBe(3);
  });

  it('asks on the pages of tickets, too', () => {
    const asking = withQuestions(
      journey(step('page.requested.shared', 'shared', 'app'), step('page.requested.terms', 'terms', 'app')),
    );
    expect(typesOf(asking)).toEqual(['dialog.ask', 'page.requested.shared', 'dialog.ask', 'page.requested.terms']);
    expect(asking.steps.map(({ event }) => JSON.stringify(event)).join()).toContain('"about":"shared-ticket"');
  });

  it('asks neither where the page stays, nor before a control, which the question covers, nor on other pages', () => {
    const plain = journey(
      step('xstate.done.actor.order', 'sign-in.editing'),
      step('page.requested.sign-in', 'sign-in.editing'),
      step('customer.submit', 'sign-in.saving'),
      step('xstate.done.actor.putCustomer', 'payment'),
      step('xstate.done.actor.payment', 'confirm'),
      step('page.requested.order', 'order'),
      step('page.requested.order', 'purchase', 'app'),
    );
    expect(withQuestions(plain)).toEqual(plain);
  });
});
