/** The test files that must detect planted faults, with their projects; the first two are generated walks. */
export const lanes = {
  /** The charts alone, every transition. */
  charts: { project: 'paths', file: 'test/paths/charts.test.ts' },
  /** The real screens in happy-dom. */
  screens: { project: 'paths', file: 'test/paths/screens.test.ts' },
  /** Forged and false notices of every provider. */
  hostile: { project: 'api', file: 'test/api/hostile-provider.test.ts' },
  /** The contents and reports of a wallet's sheet. */
  sheets: { project: 'unit-isolated', file: 'src/payments/stripe-express.test.ts' },
  /** The visitor's consent in a wallet's sheet beside the customer's form. */
  agreed: { project: 'unit', file: 'machines/purchase/purchase.test.ts' },
  /** A wallet's payment at the server. */
  express: { project: 'api', file: 'test/api/checkout.test.ts' },
  /** Seats that are held and not paid. */
  seats: { project: 'api', file: 'test/api/seat-budget.test.ts' },
  /** Guessing tickets and coupons. */
  limits: { project: 'api', file: 'test/api/limits.test.ts' },
  mails: { project: 'api', file: 'test/api/mail-limits.test.ts' },
  /** The order of service under overload. */
  crowd: { project: 'api', file: 'test/api/fair-admission.test.ts' },
  /** The order of visitors in the waiting room. */
  queue: { project: 'api', file: 'test/api/waiting-room.test.ts' },
  shares: { project: 'api', file: 'test/api/waiting-shares.test.ts' },
  /** Thousands of holds that end at once. */
  expiry: { project: 'api', file: 'test/api/mass-expiry.test.ts' },
  // one file a room
  domain: { project: 'unit', file: 'src/domain/money.test.ts' },
  client: { project: 'unit', file: 'src/api/reconnect.test.ts' },
  call: { project: 'unit', file: 'src/api/call.test.ts' },
  ui: { project: 'paths', file: 'src/ui/stepper.test.tsx' },
  storage: { project: 'paths', file: 'test/paths/restore.test.ts' },
  device: { project: 'unit', file: 'src/device/ticket-cache.test.ts' },
  worker: { project: 'unit', file: 'src/worker/fetch-handler.test.ts' },
  scripts: { project: 'unit', file: 'src/scripts/load-script.test.ts' },
  locales: { project: 'house', file: 'test/house/messages.test.ts' },
  sites: { project: 'house', file: 'test/house/sites.test.ts' },
  shape: { project: 'unit', file: 'machines/shape.test.ts' },
  contract: { project: 'api', file: 'test/api/contract.test.ts' },
  drawings: { project: 'unit', file: 'packages/chart-tools/drawing/drawing.test.ts' },
  install: { project: 'unit', file: 'server/core/install.test.ts' },
  mail: { project: 'api', file: 'test/api/mail.test.ts' },
  pages: { project: 'api', file: 'test/api/pages.test.ts' },
  gate: { project: 'api', file: 'test/api/ticket-sequences.test.ts' },
  tokens: { project: 'api', file: 'test/api/secret-rotation.test.ts' },
  retention: { project: 'api', file: 'test/api/retention.test.ts' },
  sandbox: { project: 'unit', file: 'packages/sandbox/card-check.test.ts' },
  folders: { project: 'unit', file: 'server/shared/sites/folder-files.test.ts' },
  catalogue: { project: 'api', file: 'test/api/catalogue-import.test.ts' },
  metrics: { project: 'api', file: 'test/api/confirm.test.ts' },
  operator: { project: 'api', file: 'test/api/recent.test.ts' },
  fair: { project: 'unit', file: 'server/shared/admission-queue/fair-queue.test.ts' },
  lock: { project: 'unit', file: 'server/db/lock.test.ts' },
  stop: { project: 'unit', file: 'server/core/stop.test.ts' },
  /** Imports of a catalogue while and after a ticket is sold. */
  moved: { project: 'api', file: 'test/api/changed-catalogues.test.ts' },
  preflight: { project: 'unit', file: 'server/operators/preflight/preflight.test.ts' },
  wallets: { project: 'api', file: 'test/api/wallets.test.ts' },
} as const;

export type LaneName = keyof typeof lanes;
