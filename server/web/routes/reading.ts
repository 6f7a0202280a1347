import type { CallName } from '#src/api/contract/index.ts';

/** Calls whose replies change only with the operator: browsers may cache them for a minute and revalidate by ETag. */
export const cached: ReadonlySet<CallName> = new Set([
  'getLangs',
  'getFieldTemplates',
  'getConfigurations',
  'getProducts',
  'getTexts',
  'getPaymentMethods',
]);

/** Calls that only read, without a transaction; they use the connections of `deps.reads`. */
export const readOnly: ReadonlySet<CallName> = new Set([
  ...cached,
  'getToday',
  'searchProducts',
  'getOrderableStocks',
  'searchSetProducts',
  'getTicket',
  'getSharedTicket',
  'getReceipt',
  'getMailMagazine',
]);

/** Of the query everything that decides a reply which all visitors share; null for one that counts the seats of the own order. */
const sharedBy = ({ order_token, ...query }: Record<string, unknown>): string | null =>
  order_token === undefined ? JSON.stringify(query) : null;

/** Replies that all visitors share for a moment (docs/architecture.md#recent-replies). Availability has no language. */
export const shared: Partial<Record<CallName, (query: Record<string, unknown>) => string | null>> = {
  ...Object.fromEntries([...cached].map((name) => [name, sharedBy])),
  searchProducts: ({ lang: _lang, ...query }) => sharedBy(query),
  searchSetProducts: sharedBy,
};
