import type { VisitPeriod } from './checkout.ts';

/** The visit of an order, a timespan or a ticket. */
export const visitOf = ({ reservation_from, reservation_to }: VisitPeriod): VisitPeriod => ({
  reservation_from,
  reservation_to,
});
