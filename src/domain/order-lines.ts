import type { FailureDetails } from './failures.ts';

export const quantityOf = (lines: readonly { count: number }[]): number =>
  lines.reduce((sum, { count }) => sum + count, 0);

/** By id of a kind of ticket, the kinds of which at least one has to be ordered with it. */
export type Needs = Record<string, string[]>;

/** The options that each option of a product needs with it. */
export const needsOf = (options: readonly { id: string; needs?: string[] | undefined }[]): Needs =>
  Object.fromEntries(options.flatMap(({ id, needs = [] }) => (needs.length > 0 ? [[id, needs]] : [])));

/** The first kind of ticket on the lines that is without a kind it needs, and those it needs; undefined if none is. */
export const unaccompanied = (lines: readonly { id: string; count: number }[], needs: Needs) =>
  lines
    .filter(({ count }) => count > 0)
    .map(({ id }) => ({ id, needed: needs[id] ?? [] }))
    .find(({ needed }) => needed.length > 0 && !lines.some(({ id, count }) => count > 0 && needed.includes(id)));

/** Index of the set product that an order was refused for; -1 if it was refused for another reason. */
export const refusedSet = (failure: FailureDetails | null): number => {
  const field = failure?.fields?.find((name) => name.startsWith('set_products/'));
  return Number(field?.split('/')[1] ?? -1);
};
