import type { Range } from '#src/domain/site-fields.ts';

/** Bounds of limits that the server's settings and a site's file set. */
export const holdRanges = {
  seats: [0, 100_000],
  shareOfDay: [0, 100],
  shareOfSlot: [0, 100],
  minutes: [30, 1_440],
} satisfies Record<string, Range>;

export const freeOrderRanges = {
  perMailbox: [1, 10_000],
  perVisitor: [1, 100_000],
} satisfies Record<string, Range>;

export const retentionRanges = {
  unpaidDays: [1, 365],
  mailDays: [1, 365],
  visitDays: [30, 3_650],
  invoiceYears: [7, 30],
  backupDays: [1, 365],
} satisfies Record<string, Range>;

export const queueRanges = {
  ordersPerMinute: [1, 100_000],
  minutes: [1, 30],
  addressPlaces: [1, 10_000],
} satisfies Record<string, Range>;
