import type { OrderRow } from '#server/db/types.ts';
import { invalid, Problem } from '#server/shared/problem.ts';
import type { Sites } from '#server/shared/sites/sites.ts';
import type { CustomerInfo } from '#src/domain/customer.ts';
import { comparedMail } from '#src/domain/mail.ts';
import { rulesOf, type SiteCode } from '#src/domain/site.ts';
import type { Choice } from './choice.ts';

/** The rules of a site; its pages apply the same ones. */
const siteRules = (sites: Sites, site: SiteCode) => rulesOf(sites.settingsOf(site));

const notInvited = (): Problem =>
  new Problem('ticket_not_on_sale', {
    errors: [{ pointer: '#/replaces', detail: 'Sold by invitation only: an order begins with a mailed link.' }],
  });

/** Throws ticket_not_on_sale for an order that replaces none on a site that sells by invitation only. */
export const mustBeOpen = (sites: Sites, site: SiteCode): void => {
  if (siteRules(sites, site).onlyMail) throw notInvited();
};

/**
 * On an invitation-only site a replacement must have the same product and no more people, since the venue chose them, and its order
 * must not have been cancelled: the invitation ended or went on with another one. Throws ticket_not_on_sale, invalid_quantity.
 */
export const mustBeInvited = (sites: Sites, replaced: OrderRow, choice: Choice): void => {
  if (!siteRules(sites, replaced.site).onlyMail) return;
  if (!replaced.invited || replaced.status === 'cancelled' || choice.product !== replaced.product_uuid)
    throw notInvited();
  if (choice.quantity > replaced.quantity)
    throw invalid('quantity', `Invited: ${replaced.quantity}.`, 'invalid_quantity');
};

const isOtherAddress = ({ customer }: OrderRow, input: CustomerInfo): boolean =>
  customer !== null && comparedMail(customer.email) !== comparedMail(input.email);

/** On an invitation-only site the mail address of an invitation cannot change. Throws invalid_input. */
export const mustNotChangeAddress = (sites: Sites, order: OrderRow, input: CustomerInfo): void => {
  if (isOtherAddress(order, input) && siteRules(sites, order.site).onlyMail)
    throw invalid('email', 'Invited by another address.');
};

/** Whether a customer has another address than the one by which an order was confirmed, on sites that confirm it by mail. */
export const isOtherConfirmed = (sites: Sites, order: OrderRow, input: CustomerInfo): boolean =>
  siteRules(sites, order.site).mailConfirm && isOtherAddress(order, input);

/**
 * Throws cannot_change_ticket on sites where the address of a purchase is known to be right: confirmed by mail, or invited.
 */
export const mustBeCorrectable = (sites: Sites, site: SiteCode): void => {
  const { mailConfirm, onlyMail } = siteRules(sites, site);
  if (mailConfirm || onlyMail) throw new Problem('cannot_change_ticket', { detail: 'address_confirmed' });
};

/** Whether the link that was mailed to the customer's address was opened. */
export const isMailConfirmed = ({ customer, confirmed_mail }: Pick<OrderRow, 'customer' | 'confirmed_mail'>): boolean =>
  customer !== null && customer.email !== '' && comparedMail(customer.email) === confirmed_mail;

/** Why an order may not be paid on a site that confirms addresses by mail; null once the link of its address was opened. */
export const unconfirmed = (sites: Sites, order: OrderRow): Problem | null =>
  !siteRules(sites, order.site).mailConfirm || isMailConfirmed(order)
    ? null
    : invalid('customer_info/email', 'Not confirmed: open the link that was mailed to it.');
