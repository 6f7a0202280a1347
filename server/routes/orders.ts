import { isFirstTime } from '#server/db/effects.ts';
import type { Db } from '#server/db/open.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { expireHolds, extendHold } from '#server/domain/holds.ts';
import { openInvitation } from '#server/domain/invite.ts';
import { cancelOrder, findOrder, keepCustomer, placeOrder, readOrder } from '#server/domain/orders.ts';
import { hashOf } from '#server/domain/tokens.ts';
import { Problem } from '#server/http/problem.ts';
import { limitMail, limitUnpaid } from '#server/mail/limits.ts';
import { putMail } from '#server/mail/outbox.ts';
import { settleOnRead } from '#server/payments/ask.ts';
import type { CustomerInfo } from '#src/domain/customer.ts';
import { complaintsOf, customerOf } from '#src/domain/customer-check.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { readFieldTemplates } from './catalogue.ts';
import type { Handlers } from './handlers.ts';

/** In: customer data as sent. Out: as it is kept. Throws invalid_input: the same rules as the form's (SPEC §5). */
const checkCustomer = async (db: Db, site: SiteCode, typed: CustomerInfo): Promise<CustomerInfo> => {
  const templates = await readFieldTemplates(db, site);
  const complaints = complaintsOf(templates, typed);
  if (complaints.length > 0)
    throw new Problem('invalid_input', {
      errors: complaints.map(({ field, id }) => ({ pointer: `#/${field}`, detail: id })),
    });
  return customerOf(templates, typed);
};

/** The temporary order, from the hold on its seats to its cancelling. */
export const orderHandlers = (deps: Deps) =>
  ({
    createOrder: async (call) => {
      const placed = await placeOrder(deps, call, call.body);
      return { order_token: deps.vault.token('order', call.effectId), ...placed };
    },

    getOrder: async ({ site, params }) => {
      const id = await findOrder(deps.db, site, params.token ?? '');
      await settleOnRead(deps, id);
      await expireHolds(deps.db, { order: id });
      return readOrder(deps.db, deps.vault, id);
    },

    putOrder: async ({ site, params, body }) => {
      const id = await findOrder(deps.db, site, params.token ?? '');
      const customer = await checkCustomer(deps.db, site, body);
      await inTransaction(deps.db, (tx) => keepCustomer(deps, tx, id, customer));
      return readOrder(deps.db, deps.vault, id);
    },

    deleteOrder: async ({ site, params }) => {
      await cancelOrder(deps, await findOrder(deps.db, site, params.token ?? ''));
      return { cancelled: true };
    },

    extendOrder: async ({ site, params, effectId }) => {
      const id = await findOrder(deps.db, site, params.token ?? '');
      await inTransaction(deps.db, async (tx) => {
        if (await isFirstTime(tx, effectId)) await extendHold(tx, id, deps);
      });
      return readOrder(deps.db, deps.vault, id);
    },

    createOrderMail: async ({ site, base, params, body, effectId, visitor }) => {
      const id = await findOrder(deps.db, site, params.token ?? '');
      const customer = await checkCustomer(deps.db, site, body);
      await inTransaction(deps.db, async (tx) => {
        if (!(await isFirstTime(tx, effectId))) return;
        await limitMail(tx, deps.vault, 'mail_confirm', { address: customer.email, order: id, visitor });
        const order = await keepCustomer(deps, tx, id, customer);
        await limitUnpaid(tx, order.asked_by);
        await putMail(tx, 'mail_confirm', order, { base });
      });
      return { sent_to: customer.email };
    },

    getOrderMail: async ({ site, params }) => {
      const row = await deps.db
        .selectFrom('orders')
        .select(['id', 'invited'])
        .where('mail_token_hash', '=', hashOf(params.token ?? ''))
        .where('site', '=', site)
        .where(({ or, eb }) => or([eb('customer', 'is not', null), eb('invited', '=', true)]))
        .executeTakeFirst();
      if (!row) throw new Problem('token_not_found');
      if (row.invited) await openInvitation(deps, row.id);
      return { order_token: deps.vault.token('order', row.id) };
    },
  }) satisfies Partial<Handlers>;
