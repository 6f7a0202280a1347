import type { Db } from '#server/db/open.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Completion } from '#src/domain/completion.ts';
import { hiddenMail } from '#src/domain/mail.ts';

/**
 * The completion of a paid order without the ticket token and with a masked number, for readers who must not see the ticket; null
 * unless paid.
 */
export const partialCompletionOf = async (db: Db | Tx, orderId: string): Promise<Completion | null> => {
  const row = await db
    .selectFrom('orders')
    .select(['reservation_number', 'customer'])
    .where('id', '=', orderId)
    .where('status', '=', 'paid')
    .executeTakeFirst();
  if (!row) return null;
  const sent_to = row.customer?.email ? { sent_to: hiddenMail(row.customer.email) } : {};
  return { reservation_number: `…${row.reservation_number?.slice(-4) ?? ''}`, reservation_token: '', ...sent_to };
};
