import type { SlotPeriod } from '#server/db/types.ts';
import type { VisitPeriod } from '#src/domain/checkout.ts';

/** Whether the venue has moved the visit that the visitor agreed to, which pages of earlier releases do not send. */
export const isMoved = (
  { reservation_from: from, reservation_to: to }: SlotPeriod,
  agreed: VisitPeriod | undefined,
): boolean =>
  agreed !== undefined &&
  (Number(from) !== Date.parse(agreed.reservation_from) || Number(to) !== Date.parse(agreed.reservation_to));
