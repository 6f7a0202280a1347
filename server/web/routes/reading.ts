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
  'getMailedOrder',
  'getMailMagazine',
]);

/** Cache key of a reply that all visitors share: its query. Null with `order_token`, whose reply counts that order's own seats. */
const sharedKey = ({ order_token, ...query }: Record<string, unknown>): string | null =>
  order_token === undefined ? JSON.stringify(query) : null;

/** Cache keys of replies that all visitors share for a moment (docs/architecture.md#recent-replies). Availability has no language. */
export const shared: Partial<Record<CallName, (query: Record<string, unknown>) => string | null>> = {
  ...Object.fromEntries([...cached].map((name) => [name, sharedKey])),
  searchProducts: ({ lang: _lang, ...query }) => sharedKey(query),
  searchSetProducts: sharedKey,
};
