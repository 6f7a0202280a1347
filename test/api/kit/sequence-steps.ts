import fc from 'fast-check';

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
export type Step = { action: Action; which: number; how: number; adults: number; children: number };

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
