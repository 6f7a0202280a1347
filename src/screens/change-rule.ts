import type { ChangeDifference } from '#src/domain/product.ts';
import type { Ticket } from '#src/domain/ticket.ts';
import { type MessageId, useTexts } from '#src/ui/use-texts.ts';
import { useMoment } from './visit.tsx';

/** How a dearer date is paid. */
export const differenceTexts = { paid: 'changedate_paid', free: 'changedate_free' } as const satisfies Record<
  ChangeDifference,
  MessageId
>;

/** The price of a change of a ticket's date, how often and until when it still may be made, in sentences; none without a rule. */
export const useChangeRule = (): ((ticket: Ticket) => string[]) => {
  const { t, price } = useTexts();
  const momentOf = useMoment();
  return ({ change_rule: rule }) => [
    ...(rule?.difference ? [t(differenceTexts[rule.difference])] : []),
    ...(rule?.refund === undefined ? [] : [t(rule.refund ? 'changedate_refund' : 'changedate_no_refund')]),
    ...(rule?.fee ? [t('changedate_fee', { price: price(rule.fee) })] : []),
    ...(rule && rule.left !== null ? [t('changedate_left', { count: rule.left })] : []),
    ...(rule?.until ? [t('changedate_until', momentOf(rule.until))] : []),
  ];
};
