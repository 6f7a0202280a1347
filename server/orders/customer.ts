import type { Tx } from '#server/db/transaction.ts';
import type { OrderRow } from '#server/db/types.ts';
import type { HoldRules } from '#server/holds/hold-limit.ts';
import { ensureHeld, lockOrder } from '#server/holds/holds.ts';
import type { Sites } from '#server/sites/sites.ts';
import type { CustomerInfo } from '#src/domain/customer.ts';
import { revokeLinks } from './mail-links.ts';
import { mustNotChangeAddress } from './site-rules.ts';

/**
 * Saves the customer of an order that is open or can be held again; `byToken` is the order token of the request. Throws
 * order_closed, session_timeout, invalid_input where the invited address must not change.
 */
export const saveCustomer = async (
  rules: HoldRules & { sites: Sites },
  tx: Tx,
  { id, byToken }: { id: string; byToken: string },
  customer: CustomerInfo,
): Promise<OrderRow> => {
  const order = await ensureHeld(tx, await lockOrder(tx, id), rules);
  mustNotChangeAddress(rules.sites, order, customer);
  await tx
    .updateTable('orders')
    .set({ customer: JSON.stringify(customer) })
    .where('id', '=', id)
    .execute();
  if (customer.email !== '') await revokeLinks(tx, id, customer.email, byToken);
  return { ...order, customer };
};
