import type { OrderDeps } from '#server/orders/deps.ts';
import type { Problem } from '#server/shared/problem.ts';
import type { Limit } from '#server/shared/rate-limit.ts';
import type { RequestContext } from '#server/shared/request-context.ts';
import { perNetwork } from '#server/shared/visitor.ts';
import { couponCode } from '#src/domain/coupon.ts';

/** Wrong codes in ten minutes, of an order and of an address. */
const guesses = { within: 600, ofOrder: 10, ofVisitor: 60 };

/**
 * Limits against which a code counts until it proves right. It is counted before it is looked up, so that parallel requests do not exceed the
 * limit, and that a right code is refused like a wrong one once the limit is reached (docs/operations.md#limits). The same code for the
 * same order is one guess, however often its answer is lost.
 */
export const guessLimits = (
  { tokens }: OrderDeps,
  order: string,
  { site, visitor }: Pick<RequestContext, 'site' | 'visitor'>,
  typed: string,
): Limit[] => {
  const { within, ofOrder, ofVisitor } = guesses;
  const limits = [
    { about: tokens.idOf(`coupon\n${order}`), max: ofOrder, within },
    ...perNetwork(visitor, (network) => tokens.idOf(`coupon\n${site}\nany\n${network}`), { max: ofVisitor, within }),
  ];
  return limits.map((limit) => ({
    ...limit,
    use: tokens.idOf(`coupon use\n${limit.about}\n${order}\n${couponCode(typed)}`),
  }));
};

/** A refusal that tells whether there is such a code; one that leaves too little to pay is right. */
export const isGuess = ({ code }: Problem): boolean => code.startsWith('coupon_') && code !== 'coupon_rest_unpayable';
