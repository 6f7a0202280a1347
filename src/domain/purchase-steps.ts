import { comparedMail } from './mail.ts';
import type { Order } from './order.ts';
import { isUnpaid, type PurchaseFacts } from './purchase.ts';
import type { SiteRules } from './site.ts';

/** Which steps of a purchase may be shown after the first; loaded with them (docs/architecture.md#loading). */

type Sited = PurchaseFacts & { site: SiteRules };

/** True if the visitor has chosen a method and its payment data are complete. */
export const isPayable = ({ method, payment }: PurchaseFacts): boolean => method !== null && payment !== null;

/** True if this is the address that a mail's link has confirmed. */
export const isConfirmed = ({ confirmed }: PurchaseFacts, email: string): boolean =>
  confirmed !== null && comparedMail(email) === comparedMail(confirmed);

/** True if the order's customer is known and may pay. */
export const isNamed = (site: SiteRules, order: Order | null): boolean =>
  Boolean(order?.customer_info) && (!site.mailConfirm || order?.mail_confirmed === true);

/** Which steps may be shown when their address is opened (docs/charts.md#page-requests); invitation-only sites lack two of them. */
export const mayShow = {
  'sign-in': (facts: Sited) => !facts.site.onlyMail && facts.order !== null && isUnpaid(facts),
  'sended-mail': (facts: Sited) => facts.sentTo !== null && isUnpaid(facts),
  payment: (facts: Sited) => isNamed(facts.site, facts.order) && isUnpaid(facts),
  confirm: (facts: Sited) => isNamed(facts.site, facts.order) && isPayable(facts) && isUnpaid(facts),
};
