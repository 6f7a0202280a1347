import { inLane } from './fault.ts';

const express = 'src/payments/stripe-express.ts';

/** Faults of express wallets: of their sheets, and of what was agreed to in one. */
export const inWallets = inLane('sheets', [
  {
    name: 'a sheet of another amount than the order’s',
    file: 'src/payments/stripe-elements.ts',
    find: '    amount,\n    currency',
    replace: '    amount: amount + 1,\n    currency',
  },
  {
    name: 'a sheet that opens while the page is busy',
    file: express,
    find: 'if (mayPay()) resolve(',
    replace: 'if (wallets) resolve(',
  },
  {
    name: 'a sheet that counts after its page was left',
    file: express,
    find: 'if (!wallet || signal.aborted || !mayPay())',
    replace: 'if (!wallet)',
  },
  {
    name: 'a closed sheet that nobody hears of',
    file: express,
    find: 'if (!hasFailed && !signal.aborted) onClosed(sheetClosed);',
    replace: 'if (hasFailed && !signal.aborted) onClosed(sheetClosed);',
  },
  {
    name: 'a wallet offered where the site’s settings do not',
    file: express,
    find: "(wallets.includes(wallet) ? 'auto' : 'never')",
    replace: "(wallets.length > 0 ? 'auto' : wallet)",
  },
  {
    name: 'a sheet that pays another total than it showed',
    file: 'machines/purchase/purchase.changes.ts',
    find: '...(context.agreed?.price === placed.order.price && context.agreed.paid),',
    replace: '...context.agreed?.paid,',
    lane: 'agreed',
  },
  {
    name: 'an agreement that survives its use',
    file: 'machines/purchase/purchase.changes.ts',
    find: '  placing: null,\n  agreed: null,\n});',
    replace: '  placing: null,\n});',
    lane: 'agreed',
  },
  {
    name: 'a checkout that takes any total',
    file: 'server/payments/begin.ts',
    find: '    if (order.total !== input.price) return otherPrice(order);\n',
    replace: '',
    lane: 'express',
  },
]);
