import { enqueueActions, setup } from 'xstate';
import * as act from './purchase.actions.ts';
import { children } from './purchase.children.ts';
import { guards } from './purchase.guards.ts';
import * as give from './purchase.inputs.ts';
import type { PurchaseTypes } from './purchase.types.ts';

/** From the choice of tickets to the completion, with failure handling (docs/product.md#purchase-flow, docs/charts.md#rules). */
export const purchaseMachine = setup({
  types: {} as PurchaseTypes,
  actors: children,
  guards,
  actions: {
    ...act.actions,
    raiseFailure: enqueueActions(act.raiseFailure),
    tellFailure: enqueueActions(act.tellFailure),
    answerFailure: enqueueActions(act.answerFailure),
    takeHold: enqueueActions(({ context: c, enqueue }) => c.isWatched || enqueue.spawnChild('hold', give.holdOf(c))),
    dropHold: enqueueActions(act.dropHold),
    takeLang: enqueueActions(act.takeLang),
    sayCancelled: enqueueActions(act.sayCancelled),
  },
}).createMachine({
  id: 'purchase',
  description: 'A visitor buys tickets.',
  context: ({ input }) => act.fresh(input),
  initial: 'order',
  on: {
    'page.requested': [
      { guard: 'asksUnsureTotal', target: '.resuming' },
      { guard: 'asksNewOrder', target: '.order', actions: ['forget', 'dropHold'] },
      { guard: 'asksOrder', target: '.order', actions: 'keepPage' },
      { guard: 'asksSignIn', target: '.sign-in', actions: 'keepPage' },
      { guard: 'asksSendedMail', target: '.sended-mail' },
      { guard: 'asksMailConfirm', target: '.resuming', actions: 'keepPage' },
      { guard: 'asksPayment', target: '.payment', actions: 'keepPage' },
      { guard: 'asksConfirm', target: '.confirm' },
      { guard: 'asksReturn', target: '.checkout', actions: ['keepPage', 'dropHold'] },
      { guard: 'asksComplete', target: '.complete' },
      { guard: 'asksError', target: '.error' },
      { actions: 'noteRefusal' },
    ],
    'draft.kept': { actions: 'keepDraft' },
    'language.choose': { actions: 'takeLang' },
    'order.cancel': { guard: 'hasOpenOrder', target: '.cancelling', actions: ['startCancel', 'dropHold'] },
    'order.again': { guard: 'mayOrder', target: '.order', actions: ['forget', 'dropHold'] },
    'ticket.removed': [{ guard: 'isBought', target: '.order', actions: 'forget' }, {}],
    'xstate.snapshot.hold': {},
    'xstate.done.actor.hold': { actions: ['unwatch', 'raiseFailure'] },
    'failure.session_timeout': { target: '.order', actions: ['forget', 'dropHold', 'tellFailure'] },
    'failure.payment_refunded': { target: '.order', actions: ['forget', 'dropHold', 'tellFailure'] },
    'failure.return_not_found': [{ guard: 'isBought', target: '.complete' }, { target: '.error' }],
    'failure.payment_api_failure': [{ guard: 'hasOpenOrder', target: '.resuming', actions: 'noteDecline' }, '.error'],
    'failure.order_closed': { target: '.resuming', actions: 'dropHold' },
    'failure.*': { target: '.resuming', actions: ['tellFailure', 'dropHold'] },
  },
  states: {
    order: {
      tags: ['settled'],
      description: 'The visitor chooses tickets; ends with a hold on the seats.',
      meta: { child: 'order' },
      always: { guard: 'isOnlyMail', target: 'error' },
      on: { 'page.requested': { guard: 'asksOrder', actions: 'keepPage' } },
      invoke: {
        id: 'order',
        src: 'order',
        input: give.orderOf,
        onSnapshot: {},
        onDone: [
          { guard: 'hasFailed', actions: ['keepChosen', 'raiseFailure'] },
          { guard: 'isChangedOnly', target: 'confirm', actions: ['keepChosen', 'dropHold'] },
          { guard: 'isChanging', target: 'payment', actions: ['keepChosen', 'dropHold'] },
          { target: 'sign-in', actions: ['keepChosen', 'dropHold'] },
        ],
      },
    },
    'sign-in': {
      description: 'The visitor says who they are.',
      meta: { screen: 'sign-in' },
      entry: ['takeHold', 'watch'],
      initial: 'editing',
      states: {
        editing: {
          tags: ['settled'],
          description: 'The form can be filled in.',
          on: {
            'customer.submit': [
              { guard: 'needsMailConfirm', target: 'mailing', actions: ['keepCustomer', 'startMail'] },
              { target: 'saving', actions: ['keepCustomer', 'startCustomer'] },
            ],
            'step.back': [{ guard: 'isPayable', target: '#purchase.confirm' }, '#purchase.order'],
          },
        },
        saving: {
          tags: ['pending'],
          description: 'The details are on their way to the server.',
          invoke: {
            id: 'putCustomer',
            src: 'putCustomer',
            input: give.customerOf,
            onDone: [
              { guard: 'isPayable', target: '#purchase.confirm', actions: 'keepOrder' },
              { target: '#purchase.payment', actions: 'keepOrder' },
            ],
            onError: { target: 'editing', actions: 'answerFailure' },
          },
        },
        mailing: {
          tags: ['pending'],
          description: 'Customer details are sent and the confirmation mail with them.',
          invoke: {
            id: 'sendOrderMail',
            src: 'sendOrderMail',
            input: give.customerOf,
            onDone: { target: '#purchase.sended-mail', actions: 'keepSentTo' },
            onError: { target: 'editing', actions: 'answerFailure' },
          },
        },
      },
    },
    'sended-mail': {
      description: 'A mail was sent; the purchase goes on by its link.',
      meta: { screen: 'sended-mail' },
      initial: 'waiting',
      states: {
        waiting: {
          tags: ['settled'],
          description: 'The visitor opens the mail, has it sent again or corrects the address.',
          on: { 'mail.resend': { target: 'resending', actions: 'startMail' }, 'mail.correct': '#purchase.sign-in' },
        },
        resending: {
          tags: ['pending'],
          description: 'The mail is sent once more.',
          invoke: {
            id: 'resendOrderMail',
            src: 'sendOrderMail',
            input: give.customerOf,
            onDone: { target: 'waiting', actions: 'keepSentTo' },
            onError: { target: 'waiting', actions: 'answerFailure' },
          },
        },
      },
    },
    'mail-confirm': { tags: ['settled'], description: 'The mail’s link is dead.', meta: { screen: 'mail-confirm' } },
    payment: {
      tags: ['settled'],
      description: 'The visitor chooses how to pay.',
      meta: { child: 'payment' },
      entry: ['takeHold', 'watch'],
      invoke: {
        id: 'payment',
        src: 'payment',
        input: give.paymentOf,
        onSnapshot: { actions: 'keepRepriced' },
        onDone: [
          { guard: 'hasFailed', actions: 'raiseFailure' },
          { target: 'confirm', actions: 'keepPayable' },
        ],
      },
      on: {
        'step.back': [
          { guard: 'isRepricing', target: 'resuming' },
          { guard: 'isPayable', target: 'confirm' },
          { guard: 'mayOrder', target: 'sign-in' },
        ],
        'page.requested': { guard: 'asksPayment', actions: 'keepPage' },
      },
    },
    confirm: {
      tags: ['settled'],
      description: 'The visitor reads everything once more and pays.',
      meta: { screen: 'confirm' },
      entry: ['endChange', 'takeHold', 'watch'],
      on: {
        'checkout.submit': { target: 'checkout', actions: ['forgetNote', 'dropHold'] },
        'step.change': [
          { guard: 'changesOrder', target: 'order', actions: 'markChanging' },
          { guard: 'changesCustomer', target: 'sign-in', actions: 'markChanging' },
          { guard: 'changesPayment', target: 'payment', actions: 'markChanging' },
        ],
        'step.back': 'payment',
      },
    },
    checkout: {
      tags: ['settled'],
      description: 'The payment runs until it is known what became of it.',
      meta: { child: 'checkout' },
      invoke: {
        id: 'checkout',
        src: 'checkout',
        input: give.checkoutOf,
        onSnapshot: {},
        onDone: [
          { guard: 'isCompleted', target: 'complete', actions: 'keepCompletion' },
          { actions: ['keepAttempt', 'raiseFailure'] },
        ],
      },
      on: {
        'page.requested': [{ guard: 'asksReturn', actions: 'tellReturned' }, { actions: 'noteRefusal' }],
        'order.cancel': {},
        'order.again': {},
      },
    },
    complete: { tags: ['settled'], description: 'The tickets are bought.', meta: { screen: 'complete' } },
    resuming: {
      tags: ['pending'],
      description: 'The order is read from the server and the purchase goes on at the step that is due.',
      meta: { screen: 'resuming' },
      on: { 'page.requested': { guard: 'asksNoLink', actions: 'noteRefusal' } },
      invoke: {
        id: 'readOrder',
        src: 'readOrder',
        input: give.resumeOf,
        onDone: [
          { guard: 'isPaidOrder', target: 'complete', actions: ['keepOrder', 'keepCompletion', 'dropHold'] },
          { guard: 'isCheckingOrder', target: 'checkout', actions: ['keepOrder', 'leaveToOther', 'dropHold'] },
          { guard: 'isNamedOrder', target: 'payment', actions: ['keepOrder', 'dropHold'] },
          { guard: 'isLiveOrder', target: 'sign-in', actions: ['keepOrder', 'dropHold'] },
          { guard: 'isCancelledOrder', target: 'order', actions: ['forget', 'dropHold', 'tellFailure'] },
          { actions: 'raiseFailure' },
        ],
        onError: [
          { guard: 'isOrderGone', actions: 'raiseFailure' },
          { guard: 'isDeadLink', target: 'mail-confirm', actions: ['noteFailure', 'dropLink'] },
          { target: 'error', actions: 'noteFailure' },
        ],
      },
    },
    cancelling: {
      tags: ['pending'],
      description: 'The seats are given back; where the server does not do it, the order is read again.',
      meta: { screen: 'resuming' },
      on: { 'page.requested': { actions: 'noteRefusal' } },
      invoke: {
        id: 'cancelOrder',
        src: 'cancelOrder',
        input: give.cancelOf,
        onDone: { target: 'order', actions: ['forget', 'sayCancelled'] },
        onError: { target: 'resuming', actions: 'tellFailure' },
      },
    },
    error: {
      tags: ['settled'],
      description: 'The purchase cannot go on here; what was kept is said, and a way on.',
      meta: { screen: 'error' },
      on: { 'order.resume': { guard: 'hasOpenOrder', target: 'resuming' } },
    },
  },
});
