import { inLane } from './fault.ts';

const purchase = 'machines/purchase/purchase.machine.ts';
const actions = 'machines/purchase/purchase.actions.ts';
const context = 'machines/purchase/purchase.changes.ts';
const hold = 'machines/hold/hold.machine.ts';
const order = 'machines/order/order.machine.ts';
const checkout = 'machines/checkout/checkout.machine.ts';
const toast = 'machines/toast/toast.machine.ts';

/** Faults of actions: timers, context, storage, messages. Only invariants that do not depend on the charts detect these. */
export const inActions = inLane('charts', [
  {
    name: 'a timer not re-armed: a toast stays for ever',
    file: toast,
    find: "      invoke: { id: 'toastClose', src: 'wait', input: { for: closeAfter }, onDone: 'clearing' },\n",
    replace: '',
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
  },
  {
    name: 'a deadline that is not moved after an extension',
    file: hold,
    find: "onDone: { target: 'counting', actions: { type: 'assignDeadline', params: outputOf } },",
    replace: "onDone: 'counting',",
  },
  {
    name: 'an action left out: the hold’s timer runs on during the payment',
    file: actions,
    find: 'startCheckout: assignWithoutHold(() => ({ failure: null })),',
    replace: 'startCheckout: assign({ failure: null }),',
  },
  {
    name: 'an action left out: no hold chart for the seats',
    file: purchase,
    find: "meta: { screen: 'sign-in' },\n      entry: 'spawnHold',",
    replace: "meta: { screen: 'sign-in' },",
  },
  {
    name: 'an action left out: a used payment token stays stored',
    file: context,
    find: 'completion: token ? null : context.completion,\n    payment: null,',
    replace: 'completion: token ? null : context.completion,',
  },
  {
    name: 'an action left out: the next attempt reuses the key of the refused one',
    file: order,
    find: "description: 'Seats are being held.',\n      meta: { screen: 'order' },\n      entry: 'startAttempt',\n      exit: 'endAttempt',",
    replace: "description: 'Seats are being held.',\n      meta: { screen: 'order' },\n      entry: 'startAttempt',",
  },
  {
    name: 'a write with an unknown outcome is repeated with a new key',
    file: 'machines/shared/attempt.ts',
    find: 'return last?.content === text ? last : { key: newIdempotencyKey(), content: text };',
    replace: 'return { key: newIdempotencyKey(), content: text };',
  },
  {
    name: 'a failure that is not reported',
    file: order,
    find: "onError: { target: 'choosing', actions: 'reportFailure' },",
    replace: "onError: 'choosing',",
    lane: 'screens',
  },
  {
    name: 'a failure that is not shown on the page',
    file: 'machines/send/send.machine.ts',
    find: "{ guard: 'isCorrectable', target: 'choosing', actions: 'assignFailure' },",
    replace: "{ guard: 'isCorrectable', target: 'choosing' },",
    lane: 'screens',
  },
  {
    name: 'an onDone that ignores its output: the saved order',
    file: purchase,
    find: "{ target: '#purchase.payment', actions: 'assignOrder' },",
    replace: "{ target: '#purchase.payment' },",
  },
  {
    name: 'an onDone that ignores its output: the new date',
    file: 'machines/change-date/change-date.machine.ts',
    find: "onDone: { target: '#change-date.complete', actions: { type: 'assignResult', params: outputOf } },",
    replace: "onDone: '#change-date.complete',",
    lane: 'screens',
  },
  {
    name: 'the buyer’s data remain after a completed purchase',
    file: context,
    find: 'return { ...clearedContext(context), completion, order: order && withoutPersonalData(order) };',
    replace: 'return { ...context, completion, order: order && withoutPersonalData(order) };',
  },
  {
    name: 'a Back that loses data',
    file: purchase,
    find: "'step.back': [{ guard: 'isAgreed', target: '#purchase.confirm' }, '#purchase.order'],",
    replace:
      "'step.back': [{ guard: 'isAgreed', target: '#purchase.confirm' }, { target: '#purchase.order', actions: 'forget' }],",
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
  },
]);
