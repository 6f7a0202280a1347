import type { Fault } from './fault.ts';

const purchase = 'machines/purchase/purchase.machine.ts';
const actions = 'machines/purchase/purchase.actions.ts';
const context = 'machines/purchase/purchase.changes.ts';
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
    why: 'A state that ends by itself needs a running timer.',
    lane: 'charts',
  },
  {
    name: 'a timer not re-armed: the outcome of a payment is not polled again',
    file: checkout,
    find: `      invoke: {
        id: 'askAgain',
        src: 'wait',
        input: ({ context }) => ({ for: context.retryAfter * 1000 }),
        onDone: 'asking',
      },
`,
    replace: '',
    why: 'A page that announces the next poll needs a running timer.',
    lane: 'charts',
  },
  {
    name: 'a deadline that is not moved after an extension',
    file: hold,
    find: "onDone: { target: 'counting', actions: { type: 'assignDeadline', params: outputOf } },",
    replace: "onDone: 'counting',",
    why: 'The timer ends at the last deadline from the server.',
    lane: 'charts',
  },
  {
    name: 'an action left out: the hold’s timer runs on during the payment',
    file: actions,
    find: 'startCheckout: assignWithoutHold(() => ({ failure: null })),',
    replace: 'startCheckout: assign({ failure: null }),',
    why: 'The hold chart stops before the checkout; otherwise its end would end the purchase during the payment.',
    lane: 'charts',
  },
  {
    name: 'an action left out: no hold chart for the seats',
    file: purchase,
    find: "meta: { screen: 'sign-in' },\n      entry: 'spawnHold',",
    replace: "meta: { screen: 'sign-in' },",
    why: 'While an order is being completed, its hold is monitored.',
    lane: 'charts',
  },
  {
    name: 'an action left out: a used payment token stays stored',
    file: context,
    find: 'completion: token ? null : context.completion,\n    payment: null,',
    replace: 'completion: token ? null : context.completion,',
    why: 'A payment token is valid for one attempt.',
    lane: 'charts',
  },
  {
    name: 'an action left out: the next attempt reuses the key of the refused one',
    file: order,
    find: "description: 'Seats are being held.',\n      meta: { screen: 'order' },\n      entry: 'startAttempt',\n      exit: 'endAttempt',",
    replace: "description: 'Seats are being held.',\n      meta: { screen: 'order' },\n      entry: 'startAttempt',",
    why: 'The server would repeat the old refusal: a definite failure needs a new key.',
    lane: 'charts',
  },
  {
    name: 'a write with an unknown outcome is repeated with a new key',
    file: 'machines/shared/attempt.ts',
    find: 'return last?.content === text ? last : { key: newIdempotencyKey(), content: text };',
    replace: 'return { key: newIdempotencyKey(), content: text };',
    why: 'While the outcome is unknown the key stays.',
    lane: 'charts',
  },
  {
    name: 'a failure that is not reported',
    file: order,
    find: "onError: { target: 'choosing', actions: 'reportFailure' },",
    replace: "onError: 'choosing',",
    why: 'A failure with the effect “dialog” opens one.',
    lane: 'screens',
  },
  {
    name: 'a failure that is not shown on the page',
    file: 'machines/send/send.machine.ts',
    find: "{ guard: 'isCorrectable', target: 'choosing', actions: 'assignFailure' },",
    replace: "{ guard: 'isCorrectable', target: 'choosing' },",
    why: 'Every failure is shown as text.',
    lane: 'screens',
  },
  {
    name: 'an onDone that ignores its output: the saved order',
    file: purchase,
    find: "{ target: '#purchase.payment', actions: 'assignOrder' },",
    replace: "{ target: '#purchase.payment' },",
    why: 'The order is that of the server’s last response.',
    lane: 'charts',
  },
  {
    name: 'an onDone that ignores its output: the new date',
    file: 'machines/change-date/change-date.machine.ts',
    find: "onDone: { target: '#change-date.complete', actions: { type: 'assignResult', params: outputOf } },",
    replace: "onDone: '#change-date.complete',",
    why: 'The new ticket has its link.',
    lane: 'screens',
  },
  {
    name: 'the buyer’s data remain after a completed purchase',
    file: context,
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
    name: 'a display that never reads again',
    file: 'machines/signage/signage.machine.ts',
    find: `      invoke: {
        id: 'nextLook',
        src: 'wait',
        input: { for: 30_000 },
        onDone: 'reading',
      },
`,
    replace: '',
    why: 'A state that ends by itself needs a running timer.',
    lane: 'charts',
  },
];
