import type { FailureDetails } from './failures.ts';

/** Number of tickets on all lines together. */
export const quantityOf = (lines: readonly { count: number }[]): number =>
  lines.reduce((sum, { count }) => sum + count, 0);

/** Index of the set product that an order was refused for; -1 if it was refused for another reason. */
export const refusedSet = (failure: FailureDetails | null): number => {
  const field = failure?.fields?.find((name) => name.startsWith('set_products/'));
  return Number(field?.split('/')[1] ?? -1);
};
