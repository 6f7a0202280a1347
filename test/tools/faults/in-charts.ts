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
    why: 'Nobody was asked how to pay: what a screen must have before it shows.',
    lane: 'charts',
  },
  {
    name: 'a swapped target: the receipt’s address opens the ticket',
    file: 'machines/app/app.machine.ts',
    find: "{ guard: 'asksReceipt', target: '.receipt', actions: 'assignToken' },",
    replace: "{ guard: 'asksReceipt', target: '.ticket', actions: 'assignToken' },",
    why: 'An address leads to its own page, or nowhere.',
    lane: 'charts',
  },
  {
    name: 'a swapped target: cancelling forgets the order and tells nobody',
    file: purchase,
    find: "'order.cancel': { guard: 'hasOpenOrder', target: '.cancelling', actions: ['startCancel', 'stopHold'] },",
    replace: "'order.cancel': { guard: 'hasOpenOrder', target: '.order', actions: ['forget', 'stopHold'] },",
    why: 'The seats stay held: cancelling asks the server.',
    lane: 'charts',
  },
  {
    name: 'a lost guard: paying without a method',
    file: payment,
    find: "{ guard: { type: 'hasMethod', params: ({ event }) => event.method }, target: 'tokenising' },",
    replace: "{ target: 'tokenising' },",
    why: 'The branch behind it can be taken by nothing.',
    lane: 'charts',
  },
  {
    name: 'a guard turned round: whoever comes first is asked for the payment at once',
    file: 'machines/purchase/purchase.guards.ts',
    find: 'isChanging: ({ context }: Fact) => context.changing,',
    replace: 'isChanging: ({ context }: Fact) => !context.changing,',
    why: 'Nobody said who they are: what a screen must have before it shows.',
    lane: 'charts',
  },
  {
    name: 'a guard turned round: more time is offered where there is none',
    file: hold,
    find: 'canExtend: ({ context }) => context.extensionsLeft > 0,',
    replace: 'canExtend: ({ context }) => context.extensionsLeft <= 0,',
    why: 'The server said how often; more is not asked for.',
    lane: 'charts',
  },
  {
    name: 'a guard that is too wide: a return from a provider pays by itself',
    file: checkout,
    find: 'payment !== null && r === null && redirect === null,',
    replace: 'payment !== null || r !== null || redirect !== null,',
    why: 'Nothing is sent without what it is paid with.',
    lane: 'charts',
  },
  {
    name: 'a failure without a branch: the end of the time is any failure',
    file: purchase,
    find: "    'failure.session_timeout': { target: '.order', actions: ['forget', 'stopHold', 'reportFailure'] },\n",
    replace: '',
    why: 'The table says: it empties the purchase.',
    lane: 'charts',
  },
  {
    name: 'the tag pending on a state in which it is the visitor’s turn',
    file: purchase,
    find: `        waiting: {
          tags: ['settled'],`,
    replace: `        waiting: {
          tags: ['pending'],`,
    why: 'Whoever is told to wait waits for an answer.',
    lane: 'charts',
  },
  {
    name: 'the tag settled while something is written',
    file: purchase,
    find: `        saving: {
          tags: ['pending'],`,
    replace: `        saving: {
          tags: ['settled'],`,
    why: 'While a write is on its way it is not the visitor’s turn.',
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
    why: 'Every chart of the table has its place in the tree.',
    lane: 'charts',
  },
  {
    name: 'a language that loses the page',
    file: 'machines/app/app.machine.ts',
    find: `        'language.choose': {
          guard: 'isFree',
          actions: [{ type: 'assignLang', params: ({ event }) => event.lang }, 'passOn', 'passToInquiry'],
        },`,
    replace: `        'language.choose': {
          guard: 'isFree',
          target: 'purchase',
          actions: [{ type: 'assignLang', params: ({ event }) => event.lang }, 'passOn'],
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
    name: 'an event nobody hears: correcting the address',
    file: purchase,
    find: ", 'mail.correct': '#purchase.sign-in' },",
    replace: ' },',
    why: 'What is offered is heard.',
    lane: 'screens',
  },
  {
    name: 'a dialog that does not close',
    file: dialog,
    find: "'dialog.ok': { actions: ['runOk', 'runClose', 'removeFirst'] },",
    replace: "'dialog.ok': { actions: ['runOk', 'runClose'] },",
    why: 'An answered dialog goes.',
    lane: 'charts',
  },
  {
    name: 'a dialog whose OK does nothing',
    file: dialog,
    find: "'dialog.ok': { actions: ['runOk', 'runClose', 'removeFirst'] },",
    replace: "'dialog.ok': { actions: ['runClose', 'removeFirst'] },",
    why: 'Cancelling, and more time, are answered by OK.',
    lane: 'screens',
  },
];
