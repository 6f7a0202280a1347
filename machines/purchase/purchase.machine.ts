import { setup } from 'xstate';
import { outputOf, payloadOf } from '#machines/shared/params.ts';
import { actions } from './purchase.actions.ts';
import { guards } from './purchase.guards.ts';
import { actors, inputs } from './purchase.logic.ts';
import type { PurchaseTypes } from './purchase.types.ts';

/**
 * Page requests enter at the root; `{}` ignores an event. A failure that ends a step is raised as `failure.*` by a row without a
 * target, or sent by the hold, and handled at the root. `order.*` come from the page, the order's chart and a restore. The hold
 * counts down beside the steps, until a payment begins. `wait` is a timer that survives a reload.
 */
export const purchaseMachine = setup({ types: {} as PurchaseTypes, actors, guards, actions }).createMachine({
  id: 'purchase',
  description: 'A visitor buys tickets.',
  context: inputs.purchase,
  invoke: { id: 'hold', systemId: 'hold', src: 'hold' },
  initial: 'order',
  on: {
    'page.requested.order': { guard: 'isOnOpenSale', target: '.order', actions: 'assignPage' },
    'page.requested.sign-in': { guard: 'maySignIn', target: '.sign-in', actions: 'assignPage' },
    'page.requested.sended-mail': { guard: 'isMailSent', target: '.sended-mail', actions: 'forgetLink' },
    'page.requested.mail-confirm': { guard: 'hasLink', target: '.resuming', actions: 'assignLink' },
    'page.requested.payment': { guard: 'mayChoosePayment', target: '.payment', actions: 'assignPage' },
    'page.requested.confirm': { guard: 'mayPay', target: '.confirm', actions: 'forgetLink' },
    'page.requested.payment-callback': { target: '.checkout', actions: 'assignReturn' },
    'page.requested.complete': { guard: 'isBought', target: '.complete', actions: 'forgetLink' },
    'page.requested.error': '.error',
    'page.requested.*': {},
    'draft.kept': { actions: { type: 'assignDraft', params: payloadOf } },
    'language.choose': { actions: { type: 'assignLang', params: ({ event }) => event.lang } },
    'order.cancel': { guard: 'hasOpenOrder', target: '.cancelling' },
    'order.again': [
      { guard: 'mayGiveUp', target: '.cancelling' },
      { guard: 'isOnOpenSale', target: '.order', actions: ['forget', 'endHold'] },
    ],
    'order.reclaimed': { actions: [{ type: 'assignOrder', params: ({ event }) => event.placed }, 'endHold'] },
    'order.recalled': { target: '.resuming', actions: ['assignToken', 'showRecalledToast'] },
    'ticket.removed': [{ guard: 'isBought', target: '.order', actions: ['forget', 'endHold'] }, {}],
    'email.corrected': { guard: 'isBought', actions: { type: 'assignCorrected', params: payloadOf } },
    'failure.session_timeout': { target: '.order', actions: ['forget', 'endHold', 'reportFailure'] },
    'failure.payment_refunded': { target: '.order', actions: ['forget', 'endHold', 'reportFailure'] },
    'failure.return_not_found': [{ guard: 'isBought', target: '.complete' }, { target: '.error' }],
    'failure.payment_api_failure': [{ guard: 'hasOpenOrder', target: '.resuming', actions: 'assignDecline' }, '.error'],
    'failure.order_closed': { target: '.resuming', actions: 'endHold' },
    'failure.*': { target: '.resuming', actions: 'reportFailure' },
  },
  states: {
    order: {
      description: 'The visitor chooses tickets; ends with a hold on the seats.',
      meta: { child: 'order' },
      // a purchase by invitation begins with the link of a mail
      always: { guard: 'isInvitationOnly', target: 'error' },
      on: {
        'page.requested.order': { guard: 'isOnOpenSale', actions: 'assignPage' },
        'language.choose': { actions: [{ type: 'assignLang', params: ({ event }) => event.lang }, 'passLang'] },
      },
      invoke: {
        id: 'order',
        src: 'order',
        input: inputs.order,
        onSnapshot: { actions: { type: 'assignPlacing', params: ({ event }) => event.snapshot.context.attempt } },
        onDone: [
          { guard: { type: 'hasFailed', params: outputOf }, actions: 'raiseFailure' },
          { target: 'deciding', actions: [{ type: 'assignChoice', params: outputOf }, 'endHold'] },
        ],
      },
    },
    'sign-in': {
      description: 'The visitor says who they are.',
      meta: { screen: 'sign-in' },
      entry: 'beginHold',
      exit: 'withdrawQuestion',
      initial: 'editing',
      states: {
        editing: {
          description: 'The form can be filled in.',
          always: { guard: 'isRepricing', target: '#purchase.resuming' },
          on: {
            'customer.submit': { target: 'saving', actions: { type: 'assignCustomer', params: payloadOf } },
            'sheet.ended': { actions: { type: 'assignSheet', params: ({ event }) => event.sheet } },
            'step.back': [{ guard: 'mayReturn', target: '#purchase.confirm' }, '#purchase.order'],
          },
        },
        saving: {
          tags: ['pending'],
          description: 'The details are on their way to the server, which mails a link to a new address to confirm.',
          entry: 'startCustomer',
          invoke: {
            id: 'putCustomer',
            src: 'sendCustomer',
            input: inputs.customer,
            onDone: { target: '#purchase.deciding', actions: { type: 'assignSaved', params: outputOf } },
            onError: { target: 'editing', actions: 'raiseOrReport' },
          },
        },
      },
    },
    'sended-mail': {
      description: 'A mail was sent; the purchase goes on by its link.',
      meta: { screen: 'sended-mail' },
      initial: 'waiting',
      on: { 'mail.correct': 'sign-in' },
      states: {
        waiting: {
          description: 'The visitor opens the mail or corrects the address.',
          invoke: { id: 'resendPause', src: 'wait', input: inputs.pause, onDone: 'offering' },
        },
        offering: { description: 'It can be sent once more.', on: { 'mail.resend': 'resending' } },
        resending: {
          tags: ['pending'],
          description: 'The mail is sent once more.',
          entry: 'startMail',
          invoke: {
            id: 'resendOrderMail',
            src: 'sendCustomer',
            input: inputs.mail,
            onDone: { target: 'waiting', actions: { type: 'assignSaved', params: outputOf } },
            onError: { target: 'offering', actions: 'raiseOrReport' },
          },
        },
      },
    },
    'dead-link': { description: 'A mail’s link is dead.', meta: { screen: 'mail-confirm' } },
    deciding: {
      tags: ['pending'],
      description: 'The order goes on at once at the first step that it lacks.',
      meta: { screen: 'resuming' },
      always: [
        { guard: 'mayReturn', target: 'confirm' },
        { guard: 'awaitsMail', target: 'sended-mail' },
        { guard: 'lacksCustomer', target: 'sign-in' },
        { guard: 'owesNothing', target: 'confirm', actions: 'assignFree' },
        { target: 'payment' },
      ],
    },
    payment: {
      description: 'The visitor chooses how to pay.',
      meta: { child: 'payment' },
      entry: 'beginHold',
      exit: 'withdrawQuestion',
      invoke: {
        id: 'payment',
        src: 'payment',
        input: inputs.payment,
        onSnapshot: { actions: { type: 'assignRepriced', params: ({ event }) => event.snapshot } },
        onDone: [
          { guard: { type: 'hasFailed', params: outputOf }, actions: 'raiseFailure' },
          { guard: 'isAuthorised', target: 'checkout', actions: { type: 'assignPayable', params: outputOf } },
          { target: 'confirm', actions: { type: 'assignPayable', params: outputOf } },
        ],
      },
      on: {
        'step.back': [
          { guard: 'mayReturn', target: 'confirm' },
          { guard: 'isOnOpenSale', target: 'sign-in' },
        ],
        'page.requested.payment': { guard: 'mayChoosePayment', actions: 'assignPage' },
      },
    },
    confirm: {
      description: 'The visitor reads everything once more and pays.',
      meta: { screen: 'confirm' },
      entry: ['endChange', 'beginHold'],
      always: { guard: 'mustRead', target: 'resuming' },
      on: {
        'checkout.submit': { guard: 'mayPay', target: 'checkout', actions: 'startCheckout' },
        'step.change': [
          { guard: 'changesOrder', target: 'order', actions: 'markChanging' },
          { guard: 'changesCustomer', target: 'sign-in', actions: 'markChanging' },
          { guard: 'changesPayment', target: 'payment', actions: 'markChanging' },
        ],
        'step.back': [{ guard: 'hasPassedPayment', target: 'sign-in' }, 'payment'],
      },
    },
    checkout: {
      description: 'The payment runs, and no deadline ends its order, until it is known what became of it.',
      meta: { child: 'checkout' },
      entry: ['endChange', 'endHold'],
      invoke: {
        id: 'checkout',
        src: 'checkout',
        input: inputs.checkout,
        onDone: [{ guard: 'isCompleted', target: 'complete', actions: 'assignCompletion' }, { actions: 'endCheckout' }],
      },
      on: { 'page.requested.payment-callback': { actions: 'passReturn' }, 'page.requested.*': {}, 'order.*': {} },
    },
    complete: { description: 'The tickets are bought.', meta: { screen: 'complete' }, entry: 'endHold' },
    resuming: {
      tags: ['pending'],
      description: 'The order is read from the server and the purchase goes on at the step that is due.',
      meta: { screen: 'resuming' },
      // a step is ignored while the order is read
      on: { 'page.requested.*': { guard: 'isOfStep' } },
      invoke: {
        id: 'readOrder',
        src: 'readOrder',
        input: inputs.reading,
        onDone: [
          { guard: 'isPaidOrder', target: 'complete', actions: 'assignCompletion' },
          { guard: 'isCheckingOrder', target: 'checkout', actions: ['assignRead', 'clearPayment'] },
          { guard: 'isLiveOrder', target: 'deciding', actions: ['assignRead', 'endHold'] },
          { guard: 'isCancelledOrder', target: 'order', actions: ['forget', 'endHold', 'reportFailure'] },
          { actions: 'raiseFailure' },
        ],
        onError: [
          { guard: 'isOrderGone', actions: 'raiseFailure' },
          { guard: 'isDeadLink', target: 'dead-link', actions: 'assignDeadLink' },
          { target: 'error', actions: 'assignFailure' },
        ],
      },
    },
    cancelling: {
      tags: ['pending'],
      description: 'The seats are given back; where the server does not do it, the order is read again.',
      meta: { screen: 'resuming' },
      entry: ['startCancel', 'endHold'],
      on: { 'page.requested.*': {}, 'order.*': {} },
      invoke: {
        id: 'cancelOrder',
        src: 'cancelOrder',
        input: inputs.cancel,
        onDone: { target: 'order', actions: ['forget', 'endHold', 'showCancelledToast'] },
        onError: { target: 'resuming', actions: 'reportFailure' },
      },
    },
    error: {
      description: 'The purchase cannot go on here; what was kept is said, and a way on.',
      meta: { screen: 'error' },
      on: { 'order.resume': { guard: 'hasOrderToRead', target: 'resuming' } },
    },
  },
});
