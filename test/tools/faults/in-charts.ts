import type { Fault } from './fault.ts';

const purchase = 'machines/purchase/purchase.machine.ts';
const hold = 'machines/hold/hold.machine.ts';
const order = 'machines/order/order.machine.ts';
const payment = 'machines/payment/payment.machine.ts';
const checkout = 'machines/checkout/checkout.machine.ts';
const dialog = 'machines/dialog/dialog.machine.ts';

/**
 * Faults of targets and guards. Plans are generated from the charts, so only invariants that do not depend on the charts detect
 * these.
 */
export const inCharts: readonly Fault[] = [
  {
    name: 'a swapped target: from the details straight to the last page',
    file: purchase,
    find: "{ target: '#purchase.payment', actions: 'assignOrder' },",
    replace: "{ target: '#purchase.confirm', actions: 'assignOrder' },",
    why: 'No method was chosen: a screen is shown only with the data it requires.',
    lane: 'charts',
  },
  {
    name: 'a swapped target: the receipt’s address opens the ticket',
    file: 'machines/app/app.machine.ts',
    find: "{ guard: 'hasToken', target: '.receipt', actions: 'assignToken' },",
    replace: "{ guard: 'hasToken', target: '.ticket', actions: 'assignToken' },",
    why: 'An address leads to its own page, or nowhere.',
    lane: 'charts',
  },
  {
    name: 'a swapped target: cancelling clears the order without a request',
    file: purchase,
    find: "'order.cancel': { guard: 'hasOpenOrder', target: '.cancelling', actions: 'startCancel' },",
    replace: "'order.cancel': { guard: 'hasOpenOrder', target: '.order', actions: 'forget' },",
    why: 'The seats stay held: cancelling sends a request.',
    lane: 'charts',
  },
  {
    name: 'a lost guard: paying without a method',
    file: payment,
    find: "guard: { type: 'hasMethod', params: ({ event }) => event.method },",
    replace: '',
    why: 'The branch after it can never be taken.',
    lane: 'charts',
  },
  {
    name: 'an inverted guard: the payment step is shown first',
    file: 'machines/purchase/purchase.guards.ts',
    find: 'isChanging: ({ context }: Fact) => context.changing,',
    replace: 'isChanging: ({ context }: Fact) => !context.changing,',
    why: 'Customer data are missing: a screen is shown only with the data it requires.',
    lane: 'charts',
  },
  {
    name: 'an inverted guard: an extension is offered when none is left',
    file: hold,
    find: 'canExtend: ({ context }) => context.extensionsLeft > 0,',
    replace: 'canExtend: ({ context }) => context.extensionsLeft <= 0,',
    why: 'The server limits the number of extensions; no more are requested.',
    lane: 'charts',
  },
  {
    name: 'a guard that is too wide: a return from a provider pays by itself',
    file: checkout,
    find: 'payment !== null && r === null && redirect === null,',
    replace: 'payment !== null || r !== null || redirect !== null,',
    why: 'No payment is sent without a payment token.',
    lane: 'charts',
  },
  {
    name: 'a failure without a branch: the end of the hold is treated as any failure',
    file: purchase,
    find: "    'failure.session_timeout': { target: '.order', actions: ['forget', 'reportFailure'] },\n",
    replace: '',
    why: 'The failure table requires a reset of the purchase.',
    lane: 'charts',
  },
  {
    name: 'the tag pending on a state that waits for the visitor',
    file: purchase,
    find: `        waiting: {
          tags: ['settled'],`,
    replace: `        waiting: {
          tags: ['pending'],`,
    why: 'A pending state has a pending request.',
    lane: 'charts',
  },
  {
    name: 'the tag settled during a write',
    file: purchase,
    find: `        saving: {
          tags: ['pending'],`,
    replace: `        saving: {
          tags: ['settled'],`,
    why: 'During a write the visitor cannot act.',
    lane: 'charts',
  },
  {
    name: 'a child that is never invoked: no coupons',
    file: payment,
    find: `  invoke: {
    id: 'coupon',
    src: 'coupon',
    input: ({ context }) => ({ token: context.token }),
    onSnapshot: { guard: { type: 'isCouponAsked', params: ({ event }) => event.snapshot }, target: '.couponing' },
    onDone: { target: '.lost', actions: { type: 'assignCouponFailure', params: outputOf } },
  },
`,
    replace: '',
    why: 'Every chart of the table is invoked somewhere.',
    lane: 'charts',
  },
  {
    name: 'a language that loses the page',
    file: 'machines/app/app.machine.ts',
    find: `        'language.choose': {
          guard: 'isNotPaying',
          actions: [{ type: 'assignLang', params: ({ event }) => event.lang }, 'passToPurchase', 'passToInquiry'],
        },`,
    replace: `        'language.choose': {
          guard: 'isNotPaying',
          target: 'purchase',
          actions: [{ type: 'assignLang', params: ({ event }) => event.lang }, 'passToPurchase'],
        },`,
    why: 'Another language is the same page.',
    lane: 'charts',
  },
  {
    name: 'a language that loses the choice of tickets',
    file: order,
    find: 'assignLang: assign((_, lang: Lang) => ({ lang, setsOf: null })),',
    replace:
      'assignLang: assign(({ context }, lang: Lang) => ({ lang, setsOf: null, choice: { ...context.choice, lines: [] } })),',
    why: 'Another language is the same choice.',
    lane: 'charts',
  },
  {
    name: 'an unhandled event: correcting the address',
    file: purchase,
    find: "      on: { 'mail.correct': 'sign-in' },\n",
    replace: '',
    why: 'The chart handles every event that a control sends.',
    lane: 'screens',
  },
  {
    name: 'a dialog that does not close',
    file: dialog,
    find: "'dialog.ok': { actions: ['runOk', 'runClose', 'removeFirst'] },",
    replace: "'dialog.ok': { actions: ['runOk', 'runClose'] },",
    why: 'An answered dialog closes.',
    lane: 'charts',
  },
  {
    name: 'a dialog whose OK does nothing',
    file: dialog,
    find: "'dialog.ok': { actions: ['runOk', 'runClose', 'removeFirst'] },",
    replace: "'dialog.ok': { actions: ['runClose', 'removeFirst'] },",
    why: 'OK confirms cancelling and extending.',
    lane: 'screens',
  },
];
