import { inLane } from './fault.ts';

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
export const inCharts = inLane('charts', [
  {
    name: 'a swapped target: from the details straight to the last page',
    file: purchase,
    find: "{ target: '#purchase.payment', actions: 'assignOrder' },",
    replace: "{ target: '#purchase.confirm', actions: 'assignOrder' },",
  },
  {
    name: 'a swapped target: the receipt’s address opens the ticket',
    file: 'machines/app/app.machine.ts',
    find: "{ guard: 'hasToken', target: '.receipt', actions: 'assignToken' },",
    replace: "{ guard: 'hasToken', target: '.ticket', actions: 'assignToken' },",
  },
  {
    name: 'a swapped target: cancelling clears the order without a request',
    file: purchase,
    find: "'order.cancel': { guard: 'hasOpenOrder', target: '.cancelling', actions: 'startCancel' },",
    replace: "'order.cancel': { guard: 'hasOpenOrder', target: '.order', actions: 'forget' },",
  },
  {
    name: 'a lost guard: paying without a method',
    file: payment,
    find: "guard: { type: 'hasMethod', params: ({ event }) => event.method },",
    replace: '',
  },
  {
    name: 'an inverted guard: the payment step is shown first',
    file: 'machines/purchase/purchase.guards.ts',
    find: 'isChanging: ({ context }: Fact) => context.changing,',
    replace: 'isChanging: ({ context }: Fact) => !context.changing,',
  },
  {
    name: 'an inverted guard: an extension is offered when none is left',
    file: hold,
    find: 'canExtend: ({ context }) => context.extensionsLeft > 0,',
    replace: 'canExtend: ({ context }) => context.extensionsLeft <= 0,',
  },
  {
    name: 'a guard that is too wide: a return from a provider pays by itself',
    file: checkout,
    find: 'payment !== null && r === null && redirect === null,',
    replace: 'payment !== null || r !== null || redirect !== null,',
  },
  {
    name: 'a failure without a branch: the end of the hold is treated as any failure',
    file: purchase,
    find: "    'failure.session_timeout': { target: '.order', actions: ['forget', 'reportFailure'] },\n",
    replace: '',
  },
  {
    name: 'the tag pending on a state that waits for the visitor',
    file: purchase,
    find: `        waiting: {
          tags: ['settled'],`,
    replace: `        waiting: {
          tags: ['pending'],`,
  },
  {
    name: 'the tag settled during a write',
    file: purchase,
    find: `        saving: {
          tags: ['pending'],`,
    replace: `        saving: {
          tags: ['settled'],`,
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
  },
  {
    name: 'a language that loses the choice of tickets',
    file: order,
    find: 'assignLang: assign((_, lang: Lang) => ({ lang, setsOf: null })),',
    replace:
      'assignLang: assign(({ context }, lang: Lang) => ({ lang, setsOf: null, choice: { ...context.choice, lines: [] } })),',
  },
  {
    name: 'an unhandled event: correcting the address',
    file: purchase,
    find: "      on: { 'mail.correct': 'sign-in' },\n",
    replace: '',
    lane: 'screens',
  },
  {
    name: 'a dialog that does not close',
    file: dialog,
    find: "'dialog.ok': { actions: ['runOk', 'runClose', 'removeFirst'] },",
    replace: "'dialog.ok': { actions: ['runOk', 'runClose'] },",
  },
  {
    name: 'a dialog whose OK does nothing',
    file: dialog,
    find: "'dialog.ok': { actions: ['runOk', 'runClose', 'removeFirst'] },",
    replace: "'dialog.ok': { actions: ['runClose', 'removeFirst'] },",
    lane: 'screens',
  },
]);
