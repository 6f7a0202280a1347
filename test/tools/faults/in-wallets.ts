import type { Fault } from './fault.ts';

const express = 'src/payments/stripe-express.ts';

/** Faults of express wallets: of their sheets, and of what was agreed to in one. */
export const inWallets: readonly Fault[] = [
  {
    name: 'a sheet of another amount than the order’s',
    file: 'src/payments/stripe-elements.ts',
    find: '    amount,\n    currency',
    replace: '    amount: amount + 1,\n    currency',
    why: 'The visitor would agree to another total than is charged.',
    lane: 'sheets',
  },
  {
    name: 'a sheet that opens while the page is busy',
    file: express,
    find: 'if (mayPay()) resolve(',
    replace: 'if (wallets) resolve(',
    why: 'The order may be changing, or be paid in another way.',
    lane: 'sheets',
  },
  {
    name: 'a sheet that counts after its page was left',
    file: express,
    find: 'if (!wallet || signal.aborted || !mayPay())',
    replace: 'if (!wallet)',
    why: 'What the visitor no longer sees is not paid.',
    lane: 'sheets',
  },
  {
    name: 'a closed sheet that nobody hears of',
    file: express,
    find: 'if (!hasFailed && !signal.aborted) onClosed(sheetClosed);',
    replace: 'if (hasFailed && !signal.aborted) onClosed(sheetClosed);',
    why: 'The page would wait for a sheet that is gone.',
    lane: 'sheets',
  },
  {
    name: 'a wallet offered where the site’s settings do not',
    file: express,
    find: "(wallets.includes(wallet) ? 'auto' : 'never')",
    replace: "(wallets.length > 0 ? 'auto' : wallet)",
    why: 'The venue’s contract may not cover it.',
    lane: 'sheets',
  },
  {
    name: 'a sheet that pays another total than it showed',
    file: 'machines/purchase/purchase.changes.ts',
    find: '...(context.agreed?.price === placed.order.price && context.agreed.paid),',
    replace: '...context.agreed?.paid,',
    why: 'A total is paid only if the visitor agreed to it.',
    lane: 'agreed',
  },
  {
    name: 'an agreement that survives its use',
    file: 'machines/purchase/purchase.changes.ts',
    find: '  placing: null,\n  agreed: null,\n});',
    replace: '  placing: null,\n});',
    why: 'A wallet’s token is good once.',
    lane: 'agreed',
  },
  {
    name: 'a checkout that takes any total',
    file: 'server/payments/begin.ts',
    find: '    if (order.total !== input.price) return otherPrice(order);\n',
    replace: '',
    why: 'A wallet’s token has no amount of its own.',
    lane: 'express',
  },
];
