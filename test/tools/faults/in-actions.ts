import type { Fault } from './fault.ts';

const purchase = 'machines/purchase/purchase.machine.ts';
const actions = 'machines/purchase/purchase.logic.ts';
const hold = 'machines/hold/hold.machine.ts';
const order = 'machines/order/order.machine.ts';
const checkout = 'machines/checkout/checkout.machine.ts';
const toast = 'machines/toast/toast.machine.ts';

/** Faults of actions: timers, context, storage, messages. Only invariants that do not depend on the charts detect these. */
export const inActions: readonly Fault[] = [
  {
    name: 'a timer not re-armed: a toast stays for ever',
    file: toast,
    find: "      invoke: { id: 'toastClose', src: 'wait', input: { for: closeAfter }, onDone: 'clearing' },\n",
    replace: '',
    why: 'What is shown for a while has a clock that runs.',
    lane: 'charts',
  },
  {
    name: 'a timer not re-armed: nobody asks again what became of a payment',
    file: checkout,
    find: `      invoke: {
        id: 'askAgain',
        src: 'wait',
        input: ({ context }) => ({ for: context.retryAfter * 1000 }),
        onDone: 'asking',
      },
`,
    replace: '',
    why: 'Where it is said that the page asks again, a clock runs.',
    lane: 'charts',
  },
  {
    name: 'a deadline that stays as it was although there is more time',
    file: hold,
    find: "onDone: { target: 'counting', actions: { type: 'assignDeadline', params: outputOf } },",
    replace: "onDone: 'counting',",
    why: 'The clock ends when the server said last.',
    lane: 'charts',
  },
  {
    name: 'an action left out: the hold’s clock runs on while the payment runs',
    file: purchase,
    find: "'checkout.submit': { guard: 'mayPay', target: 'checkout', actions: ['clearFailure', 'stopHold'] },",
    replace: "'checkout.submit': { guard: 'mayPay', target: 'checkout', actions: 'clearFailure' },",
    why: 'The hold ends before the checkout begins; else it ends the purchase in the middle of the payment.',
    lane: 'charts',
  },
  {
    name: 'an action left out: no clock for the seats',
    file: purchase,
    find: "meta: { screen: 'sign-in' },\n      entry: ['spawnHold', 'watch'],",
    replace: "meta: { screen: 'sign-in' },\n      entry: ['watch'],",
    why: 'Where an order is filled in, its seats are watched.',
    lane: 'charts',
  },
  {
    name: 'an action left out: a spent token of the provider is kept',
    file: actions,
    find: 'completion: token ? null : context.completion,\n    payment: null,',
    replace: 'completion: token ? null : context.completion,',
    why: 'A token is good for one attempt.',
    lane: 'charts',
  },
  {
    name: 'an action left out: the next attempt is sent under the refused one’s key',
    file: order,
    find: "description: 'Seats are being held.',\n      entry: 'startAttempt',\n      exit: 'endAttempt',",
    replace: "description: 'Seats are being held.',\n      entry: 'startAttempt',",
    why: 'The server would answer with the old refusal: after a definite failure a new key.',
    lane: 'charts',
  },
  {
    name: 'an action too many: who may have handed over already does it again',
    file: 'machines/send/send.machine.ts',
    find: "{ guard: 'isUnknown', target: 'checking', actions: ['assignFailure', 'reportFailure'] },",
    replace: "{ guard: 'isUnknown', target: 'checking', actions: ['newKey', 'assignFailure', 'reportFailure'] },",
    why: 'While nobody knows whether it went, its key stays.',
    lane: 'charts',
  },
  {
    name: 'a failure nobody tells of',
    file: order,
    find: "onError: { target: 'choosing', actions: ['assignFailure', 'reportFailure'] },",
    replace: "onError: 'choosing',",
    why: 'Where the table says dialog, one opens.',
    lane: 'screens',
  },
  {
    name: 'a failure said nowhere on the page',
    file: 'machines/send/send.machine.ts',
    find: "{ guard: 'isMended', target: 'choosing', actions: 'assignFailure' },",
    replace: "{ guard: 'isMended', target: 'choosing' },",
    why: 'What fails is said in words.',
    lane: 'screens',
  },
  {
    name: 'an onDone that drops its output: the saved order',
    file: purchase,
    find: "{ target: '#purchase.payment', actions: 'assignOrder' },",
    replace: "{ target: '#purchase.payment' },",
    why: 'The order is what the server said last.',
    lane: 'charts',
  },
  {
    name: 'an onDone that drops its output: the new date',
    file: 'machines/change-date/change-date.machine.ts',
    find: "onDone: { target: '#change-date.complete', actions: { type: 'assignResult', params: outputOf } },",
    replace: "onDone: '#change-date.complete',",
    why: 'The new ticket has its link.',
    lane: 'screens',
  },
  {
    name: 'what was bought leaves the buyer’s data behind',
    file: actions,
    find: 'return { ...clearedContext(context), completion, order: order && withoutPersonalData(order) };',
    replace: 'return { ...context, completion, order: order && withoutPersonalData(order) };',
    why: 'Saving the completion clears sign-in, payment and coupon.',
    lane: 'charts',
  },
  {
    name: 'a Back that loses data',
    file: purchase,
    find: "'step.back': [{ guard: 'isAgreed', target: '#purchase.confirm' }, '#purchase.order'],",
    replace:
      "'step.back': [{ guard: 'isAgreed', target: '#purchase.confirm' }, { target: '#purchase.order', actions: 'forget' }],",
    why: 'Back goes one step back with all data kept.',
    lane: 'charts',
  },
  {
    name: 'a wall that is never read again',
    file: 'machines/signage/signage.machine.ts',
    find: `      invoke: {
        id: 'nextLook',
        src: 'wait',
        input: { for: 30_000 },
        onDone: 'reading',
      },
`,
    replace: '',
    why: 'What is shown for a while has a clock that runs.',
    lane: 'charts',
  },
];
