/** The test files that must detect planted faults, with their projects; the first two are generated walks. */
export const lanes = {
  /** The charts alone, every transition. */
  charts: { project: 'paths', file: 'test/paths/charts.test.ts' },
  /** The real screens in happy-dom. */
  screens: { project: 'paths', file: 'test/paths/screens.test.ts' },
  /** Forged and false notices of every provider. */
  hostile: { project: 'api', file: 'test/api/hostile-provider.test.ts' },
  /** What a wallet's sheet shows, and what it reports. */
  sheets: { project: 'unit', file: 'src/payments/stripe-express.test.ts' },
  /** What was agreed to in a wallet's sheet beside the customer's form. */
  agreed: { project: 'unit', file: 'machines/purchase/purchase.test.ts' },
  /** A wallet's payment at the server. */
  express: { project: 'api', file: 'test/api/express-wallets.test.ts' },
  /** Seats that are held and not paid. */
  seats: { project: 'api', file: 'test/api/seat-budget.test.ts' },
  /** Guessing tickets and coupons. */
  limits: { project: 'api', file: 'test/api/limits.test.ts' },
  mails: { project: 'api', file: 'test/api/mail-limits.test.ts' },
  /** Who is served first under overload. */
  crowd: { project: 'api', file: 'test/api/fair-admission.test.ts' },
  /** Who orders first when more come than are served. */
  queue: { project: 'api', file: 'test/api/waiting-room.test.ts' },
  /** Thousands of holds that end at once. */
  expiry: { project: 'api', file: 'test/api/mass-expiry.test.ts' },
} as const;

export type LaneName = keyof typeof lanes;
