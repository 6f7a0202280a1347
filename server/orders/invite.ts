import { mustBeSiteLanguage } from '#server/catalogue/languages.ts';
import { readFieldTemplates } from '#server/catalogue/read.ts';
import { inTransaction } from '#server/db/open.ts';
import { isSlot } from '#server/db/scoped.ts';
import type { OrderDeps } from '#server/orders/deps.ts';
import { stockOf } from '#server/orders/holds/availability.ts';
import { lockTexts } from '#server/shared/lock-seeds.ts';
import { OperatorProblem } from '#server/shared/operator-problem.ts';
import { putInvitation } from '#server/shared/outbox/outbox.ts';
import type { RequestContext } from '#server/shared/visitor.ts';
import { type CustomerInfo, customerFields } from '#src/domain/customer.ts';
import { customerOf, fieldErrorsOf } from '#src/domain/customer-check.ts';
import type { Lang } from '#src/domain/lang.ts';
import { quantityOf } from '#src/domain/order-lines.ts';
import { checkChoice } from './choice.ts';
import { insertMailLink } from './mail-links.ts';
import { insertOrder } from './write-order.ts';

type Count = { id: string; count: number };

/** An invitation as entered by the venue. */
export type Invitation = {
  mail: string;
  lang: Lang;
  slot: string;
  options: Count[];
  sets: Count[];
  /** Customer fields by name, without the mail address. */
  customer: Readonly<Record<string, string>>;
};

/**
 * Validates the given customer fields by the site's form. The sign-in step requests missing required ones; on sites without that
 * step they must be given. Returns null when the sign-in step must complete the customer. Throws OperatorProblem: missing.
 */
const customerIn = async (
  { db, sites }: OrderDeps,
  { site }: RequestContext,
  { mail, customer }: Invitation,
): Promise<CustomerInfo | null> => {
  const templates = await readFieldTemplates(db, site);
  const typed = { ...Object.fromEntries(customerFields.map((field) => [field, ''])), ...customer, email: mail };
  const errors = fieldErrorsOf(templates, typed);
  const missing = errors.filter(({ id }) => id === 'common_validate_required').map(({ field }) => field);
  const unfit = errors.map(({ field }) => field).filter((field) => !missing.includes(field));
  const unknown = Object.keys(customer).filter((name) => !customerFields.some((field) => field === name));
  const { isOnlyStartMailConfirm } = sites.settingsOf(site);
  const fields = [...unknown, ...unfit, ...(isOnlyStartMailConfirm ? missing : [])];
  if (fields.length > 0) throw new OperatorProblem('missing', { fields: fields.join(', ') });
  return missing.length > 0 ? null : customerOf(templates, typed);
};

const productOf = async ({ db }: OrderDeps, { site }: RequestContext, slot: string): Promise<string> => {
  const isThisSlot = isSlot({ site, time_span_id: slot });
  const row = await db.selectFrom('time_spans').select('product_uuid').where(isThisSlot).executeTakeFirst();
  if (!row) throw new OperatorProblem('not_on_sale', { slot });
  return row.product_uuid;
};

/**
 * Creates an invited order and the mail with its link (docs/product.md#invitation), on any site. It holds no seats until the link
 * is opened, which is possible until the sale ends. Returns the order's id, the same for the same `effectId`. Throws OperatorProblem:
 * not_on_sale, sold_out, missing; and as `checkChoice`.
 */
export const invite = async (deps: OrderDeps, context: RequestContext, invitation: Invitation): Promise<string> => {
  const { effectId: id, base } = context;
  const { lang, slot: time_span_id, options: option_values, sets: set_products, mail: address } = invitation;
  const customer = await customerIn(deps, context, invitation);
  await mustBeSiteLanguage(deps.db, context.site, lang);
  const product_uuid = await productOf(deps, context, time_span_id);
  const chosen = { lang, product_uuid, time_span_id, option_values, set_products, quantity: quantityOf(option_values) };
  const choice = await checkChoice(deps.db, context.site, chosen);
  const { remaining } = await stockOf(deps.db, context.site, time_span_id, undefined);
  if (remaining < choice.quantity) throw new OperatorProblem('sold_out', { remaining: String(remaining) });
  /* Like an order whose hold has ended, it has no seats; its link takes them. */
  const written = { lang, customer, status: 'expired', invited: true } as const;
  await inTransaction(deps.db, async (tx) => {
    /* A concurrent call with the same id waits, and then finds the order. */
    await lockTexts(tx, 'invitation', [id]);
    const done = await tx.selectFrom('orders').select('id').where('id', '=', id).executeTakeFirst();
    if (done) return;
    await insertOrder(deps, tx, { ...context, visitor: null }, choice, written);
    await insertMailLink(tx, deps.tokens, { order_id: id, address });
    await putInvitation(tx, { id, site: context.site, lang }, { address, base });
  });
  return id;
};
