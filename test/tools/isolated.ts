/**
 * Files that need a separate process, by lane. All others share the processes of their lane, so that what they import is
 * loaded once (test/setup.ts restores the globals that a file replaced).
 */
export const isolatedFiles = {
  unit: [
    // mock modules that other files have loaded
    'src/payments/payment-session.test.ts',
    'src/payments/stripe-express.test.ts',
    // moves the clock of fetch, which is set by the first request of a process
    'server/operators/client/send-command.test.ts',
  ],
  house: [
    // imports test/api/kit/day.ts, which moves the process's clock
    'test/house/gallery.test.ts',
  ],
  paths: [
    // mock modules that other files have loaded
    'src/payments/card-forms.test.tsx',
    'src/payments/stripe-forms.test.tsx',
    'src/screens/purchase/payment/coupon-box.test.tsx',
    'src/screens/purchase/payment/payment-screen.test.tsx',
    'test/paths/wire.test.ts',
    // reads the page's first requests
    'test/paths/start.test.ts',
  ],
  browser: [
    // import test/api/kit/day.ts
    'test/browser/auditors.test.ts',
    'test/browser/speech.test.ts',
    'test/browser/pictures.test.ts',
  ],
} as const satisfies Record<string, readonly string[]>;
