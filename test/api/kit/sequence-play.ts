import { expect } from 'vitest';
import type { Ops } from './ops.ts';
import { type Outcome, perform } from './sequence-actions.ts';
import { createFixture, type Fixture, readEffects, slotNames } from './sequence-fixture.ts';
import { mustAgree, mustConserveSeats } from './sequence-invariants.ts';
import { effectsOf, learnCodes, newModel, soldAt } from './sequence-model.ts';
import { describePlan, type Plan, planOf } from './sequence-plan.ts';
import { predict } from './sequence-rules.ts';
import type { Party, Step } from './sequence-steps.ts';
import type { Shop } from './shop.ts';

/** Runs `play` and adds the steps so far to any error. */
const withStory = async (play: (story: string[]) => Promise<void>): Promise<void> => {
  const story: string[] = [];
  try {
    await play(story);
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    throw new Error(`${story.join('\n')}\n${why}`, { cause: thrown });
  }
};

/**
 * Plays the steps one after the other. After each, the outcome must match the model and seats must be conserved. Returns all
 * outcomes.
 */
export const playAlone = async <S>(
  shop: Shop,
  ops: Ops,
  party: Party,
  steps: readonly S[],
  planned: (fixture: Fixture, step: S) => Plan,
): Promise<Set<string>> => {
  const seen = new Set<string>();
  await withStory(async (story) => {
    const fixture = await createFixture(shop, ops, party);
    const model = newModel(fixture);
    learnCodes(model, fixture);
    story.push(`${party.adults} adults, ${party.children} children`);
    for (const step of steps) {
      const plan = planned(fixture, step);
      if (plan.action === 'rest') continue;
      const ticket = model.tickets[plan.link];
      if (!ticket) throw new Error(`The model has no link ${plan.link}.`);
      story.push(describePlan(fixture, plan));
      const expected = predict[plan.action](model, plan, ticket);
      const outcome = await perform[plan.action](fixture, plan);
      story.push(`  ${outcome}`);
      expect(outcome).toBe(expected);
      learnCodes(model, fixture);
      const sold = await mustConserveSeats(fixture);
      expect(Object.fromEntries(sold)).toEqual(
        Object.fromEntries(slotNames.map((slot) => [slot, soldAt(model, slot)])),
      );
      expect(await readEffects(fixture)).toEqual(effectsOf(model));
      seen.add(`${plan.action}: ${outcome.replaceAll(/\d+/g, 'n')}`);
    }
    await mustAgree(fixture);
  });
  return seen;
};

/** Every rejection that may occur; server errors are not among them. */
const refusals = [
  ...['cannot_change_ticket', 'split_no_child', 'split_option_less_than_one', 'invalid_quantity', 'invalid_input'],
  ...['product_change_date_error', 'ticket_not_on_sale', 'dearer_slot', 'seat_reserve_error', 'coupon_out_of_coverage'],
  ...['ticket_not_found', 'token_not_found', 'rate_limited'],
  ...['used', 'entered', 'shared', 'sent', 'changed', 'cancelled', 'refunded', 'part', 'unknown'],
];
const isKnown = (outcome: Outcome): boolean => {
  const [first = '', second = ''] = outcome.split(' ');
  if (first === 'refused') return refusals.includes(second);
  return !first.includes('_') || refusals.includes(first);
};

/**
 * Several actors play their steps concurrently on one reservation, each their own in sequence; only known outcomes may occur and
 * the final checks must hold.
 */
export const playTogether = async (shop: Shop, ops: Ops, party: Party, actors: readonly (readonly Step[])[]) =>
  withStory(async (story) => {
    const fixture: Fixture = await createFixture(shop, ops, party);
    const unknown: Outcome[] = [];
    const runSteps = async (steps: readonly Step[], actor: number) => {
      for (const step of steps.filter((one) => one.action !== 'rest')) {
        const plan = planOf(fixture, step);
        const begun = story.push(`${actor}: ${describePlan(fixture, plan)}`) - 1;
        const outcome = await perform[plan.action](fixture, plan);
        story[begun] += `  ${outcome}`;
        if (!isKnown(outcome)) unknown.push(outcome);
      }
    };
    await Promise.all(actors.map(runSteps));
    expect(unknown).toEqual([]);
    await mustAgree(fixture);
  });
