import fc from 'fast-check';
import { expect } from 'vitest';
import type { Ops } from './ops.ts';
import { type Outcome, perform } from './sequence-actions.ts';
import {
  createFixture,
  type Fixture,
  readEffects,
  type SeenCode,
  type SlotName,
  slotNames,
} from './sequence-fixture.ts';
import { mustAgree, mustConserveSeats } from './sequence-invariants.ts';
import { effectsOf, learnCodes, newModel, soldAt } from './sequence-model.ts';
import { predict } from './sequence-rules.ts';
import type { Shop } from './shop.ts';

/** Actions of holders, recipients, strangers and the venue with a ticket, with relative frequencies. */
const weights = [
  ['read', 5],
  ['readShared', 3],
  ['share', 7],
  ['stop', 6],
  ['send', 8],
  ['sendAll', 3],
  ['split', 10],
  ['move', 10],
  ['lookUp', 6],
  ['mails', 2],
  ['receipt', 3],
  ['calendar', 2],
  ['gate', 4],
  ['cancel', 1],
  ['refund', 1],
  ['again', 3],
] as const;
const actions = weights.flatMap(([action, weight]) => Array.from({ length: weight }, () => action));

/** Steps shrink to `rest`, so that a counter-example keeps only what it needs. */
export type Action = (typeof actions)[number] | 'rest';

/** A step with random choices, which `planOf` maps to the links, numbers and codes that exist by then. */
type Step = { action: Action; which: number; how: number; adults: number; children: number };

const rest: Step = { action: 'rest', which: 0, how: 0, adults: 0, children: 0 };

const few = (...counts: number[]) => fc.constantFrom(...counts);

const randomStep: fc.Arbitrary<Step> = fc.record({
  action: fc.constantFrom(...actions),
  which: fc.nat(59),
  how: fc.nat(59),
  adults: few(1, 1, 2, 2, 0, 3),
  children: few(0, 0, 1, 2),
});

const step = fc.oneof(
  { withCrossShrink: true },
  { weight: 1, arbitrary: fc.constant(rest) },
  { weight: 999, arbitrary: randomStep },
);

export const sequence = fc.array(step, { minLength: 30, maxLength: 30 });

/** Two to nine people. */
export const party = fc.record({ adults: few(2, 4, 5, 6), children: few(0, 1, 2, 3) });
export type Party = { adults: number; children: number };

export type Line = { id: string; count: number };

/** A step with its concrete arguments: link, number, code, mail, date. Indices refer to the fixture's lists. */
export type Plan = {
  action: Action;
  link: number;
  share: number;
  /** The people who leave the ticket; `sendAll` ignores it. */
  lines: Line[];
  slot: SlotName;
  /** The recipient of a send, the address of a requested mail, or the address in a look-up. */
  mail: string;
  /** The link whose number a look-up uses; -1 for an unknown number. */
  numberOf: number;
  /** The code shown at the gate, or null to show the number. */
  code: (SeenCode & { at: number }) | null;
  force: boolean;
};

const at = <T>(rows: readonly T[], which: number): T | undefined => rows[which % Math.max(1, rows.length)];

/** Usually a link whose ticket still has people, sometimes any link ever issued. */
const pickLink = ({ links }: Fixture, { which, how }: Step): number => {
  const places = links.map((_link, place) => place);
  const living = places.filter((place) => !links[place]?.isEmpty);
  return at(how % 5 === 4 || living.length === 0 ? places : living, which) ?? 0;
};

const pickCode = ({ codes }: Fixture, { which, how }: Step): Plan['code'] => {
  const place = (how + which * 7) % Math.max(1, codes.length);
  const code = codes[place];
  return code ? { ...code, at: place } : null;
};

const linesOf = ({ adults, children }: Step): Line[] => {
  const lines = [
    { id: 'admission-adult', count: adults },
    { id: 'admission-child', count: children },
  ];
  return adults + children === 0 ? lines.slice(0, 1) : lines.filter(({ count }) => count > 0);
};

/** The concrete arguments of a step in the current state of the fixture. Remainders of `how` set how often the rare cases come. */
export const planOf = (fixture: Fixture, step: Step): Plan => {
  const { action, how, which } = step;
  const link = pickLink(fixture, step);
  const own = fixture.links[link]?.mail ?? '';
  const isKnownRecipient = action === 'send' || action === 'sendAll' ? how % 6 === 0 : how % 4 === 2;
  const fresh = `${crypto.randomUUID()}@visitor.example`;
  return {
    action,
    link,
    share: fixture.shares.length === 0 ? -1 : which % fixture.shares.length,
    lines: linesOf(step),
    slot: at(slotNames, how) ?? 'home',
    mail: isKnownRecipient ? fixture.mail : action === 'send' || action === 'sendAll' ? fresh : own,
    numberOf: how % 4 === 3 ? -1 : link,
    code: action === 'gate' && how % 3 > 0 ? pickCode(fixture, step) : null,
    force: how % 2 === 0,
  };
};

const nameOf = (fixture: Fixture, mail: string): string => {
  const link = fixture.links.findIndex((one) => one.mail === mail);
  return link < 0 ? 'somebody new' : link === 0 ? 'the buyer' : `the holder of ${link}`;
};

/** A step in words, for the report of a counter-example. */
const describePlan = (fixture: Fixture, plan: Plan): string => {
  const { action, link, share, lines, slot, mail, numberOf, code, force } = plan;
  const people = lines.map(({ id, count }) => `${count} ${id.replace('admission-', '')}`).join(', ');
  const recipient = nameOf(fixture, mail);
  const also: Partial<Record<Action, string>> = {
    readShared: `share ${share}`,
    send: `${link}: ${people} to ${recipient}`,
    sendAll: `${link} to ${recipient}`,
    split: `${link}: ${people}`,
    move: `${link} to ${slot}`,
    lookUp: `number of ${numberOf}, mail of ${recipient}`,
    mails: `for ${recipient}`,
    gate: code ? `code ${code.place} of ${code.link}` : `number of ${link}`,
    refund: `number of ${link}${force ? ', forced' : ''}`,
    again: fixture.last ? `${fixture.last.endpoint.path.split('/').at(-1)}` : 'nothing',
  };
  return `${action} ${also[action] ?? link}`;
};

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
  'cannot_change_ticket split_no_child split_option_less_than_one invalid_quantity invalid_input',
  'product_change_date_error ticket_not_on_sale dearer_slot seat_reserve_error coupon_out_of_coverage',
  'ticket_not_found token_not_found rate_limited',
  'used entered shared sent changed cancelled refunded part unknown',
].flatMap((row) => row.split(' '));
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
