import type { OrderDeps } from '#server/orders/deps.ts';
import type { Problem } from '#server/shared/problem.ts';
import type { Limit } from '#server/shared/rate-limit.ts';
import { perNetwork, type Visitor } from '#server/shared/visitor.ts';
import { couponCode } from '#src/domain/coupon.ts';

/** Wrong codes in ten minutes, of an order and of an address; `unanswered`: from then on its right codes are refused too. */
const guesses = { within: 600, ofOrder: 10, ofVisitor: 60, unanswered: 120 };

/**
 * What a code counts against: before it is looked up, so that parallel requests do not exceed the limit, and once it is wrong
 * (docs/operations.md#limits). The same code for the same order is one guess, however often its answer is lost.
 */
export const guessLimits = ({ tokens }: OrderDeps, order: string, visitor: Visitor | null, typed: string) => {
  const { within, ofOrder, ofVisitor, unanswered } = guesses;
  const named = (limit: Limit): Limit => ({
    ...limit,
    use: tokens.idOf(`coupon use\n${limit.about}\n${order}\n${couponCode(typed)}`),
  });
  const each = (about: string, most: number) =>
    perNetwork(visitor, (network) => tokens.idOf(`coupon\n${about}\n${network}`), { most, within });
  return {
    before: [{ about: tokens.idOf(`coupon\n${order}`), most: ofOrder, within }, ...each('any', unanswered)].map(named),
    wrong: each('by', ofVisitor).map(named),
  };
};

/** A refusal that tells whether there is such a code; one that leaves too little to pay is right. */
export const isGuess = ({ code }: Problem): boolean => code.startsWith('coupon_') && code !== 'coupon_rest_unpayable';
