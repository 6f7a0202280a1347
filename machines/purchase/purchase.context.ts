import { nothingChosen } from '#machines/order/order.logic.ts';
import { requestIn } from '#machines/shared/screens.ts';
import { noFacts } from '#src/domain/purchase.ts';
import type { PurchaseContext, PurchaseEvent, PurchaseInput } from './purchase.types.ts';

/** Changes of a purchase's context by each event. */

export type Part = Partial<PurchaseContext>;

/** Context of a purchase in which nothing has happened; of another one it has site and language. */
export const initialContext = ({ site, lang }: PurchaseInput): PurchaseContext => ({
  ...noFacts,
  site,
  lang,
  attempt: null,
  placing: null,
  resendAt: null,
  choice: nothingChosen,
  agreed: null,
  drafts: {},
});

/** The purchase goes on at a requested page; `?ref=c` marks a change variant. */
export const applyPage = (context: PurchaseContext, event: PurchaseEvent): Part => ({
  changing: requestIn(event).query.ref === 'c' && context.payment !== null,
  r: null,
  mailToken: null,
  failure: null,
});
