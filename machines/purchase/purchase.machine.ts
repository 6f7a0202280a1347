import { setup } from 'xstate';
import { actions } from './purchase.actions.ts';
import { guards } from './purchase.guards.ts';
import { actors, inputs } from './purchase.logic.ts';
import type { PurchaseTypes } from './purchase.types.ts';
export const purchaseMachine = setup({ types: {} as PurchaseTypes, actors, guards, actions }).createMachine({
  id: 'purchase',
  description: 'A visitor buys tickets.',
  context: inputs.purchase,
  invoke: { id: 'hold', systemId: 'hold', src: 'hold' },
  initial: 'order',
  on: {
    'page.requested.order': { guard: 'mayOrder', target: '.order', actions: 'assignPage' },
    'page.requested.sign-in': [
      { guard: 'isRepricing', target: '.resuming' },
      { guard: 'maySignIn', target: '.sign-in', actions: 'assignPage' },
    ],
    'page.requested.sended-mail': { guard: 'isMailSent', target: '.sended-mail', actions: 'forgetLink' },
    'page.requested.mail-confirm': { guard: 'hasLink', target: '.resuming', actions: 'assignLink' },
    'page.requested.payment': { guard: 'mayChoosePayment', target: '.payment', actions: 'assignPage' },
    'page.requested.confirm': { guard: 'mayPay', target: '.confirm', actions: 'forgetLink' },
    'page.requested.payment-callback': { target: '.checkout', actions: 'assignReturn' },
    'page.requested.complete': { guard: 'isBought', target: '.complete', actions: 'forgetLink' },
    'page.requested.error': '.error',
    'page.requested.*': {},
    'draft.kept': { actions: 'assignDraft' },
    'language.choose': { actions: { type: 'assignLang', params: ({ event }) => event.lang } },
    'order.cancel': { guard: 'hasOpenOrder', target: '.cancelling', actions: ['startCancel', 'endHold'] },
    'order.again': [
      { guard: 'mayGiveUp', target: '.cancelling', actions: ['startCancel', 'endHold'] },
      { guard: 'mayOrder', target: '.order', actions: ['forget', 'endHold'] },
    ],
    'order.reclaimed': { actions: [{ type: 'assignReclaimed', params: ({ event }) => event.placed }, 'endHold'] },
    'order.recalled': { target: '.resuming', actions: ['assignToken', 'showRecalledToast'] },
    'ticket.removed': [{ guard: 'isBought', target: '.order', actions: 'forget' }, {}],
    'email.corrected': { guard: 'isBought', actions: 'assignCorrected' },
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
      always: { guard: 'isOnlyMail', target: 'error' },
      on: {
        'page.requested.order': { guard: 'mayOrder', actions: 'assignPage' },
        'language.choose': { actions: [{ type: 'assignLang', params: ({ event }) => event.lang }, 'passLang'] },
      },
      invoke: {
        id: 'order',
        src: 'order',
        input: inputs.order,
        onSnapshot: { actions: 'assignPlacing' },
        onDone: [
          { guard: 'hasFailed', actions: 'raiseFailure' },
          { guard: 'isTotalAgreed', target: 'confirm', actions: ['assignChoice', 'endHold'] },
          { guard: 'isChanging', target: 'payment', actions: ['assignChoice', 'endHold'] },
          { target: 'sign-in', actions: ['assignChoice', 'endHold'] },
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
          on: {
            'customer.submit': [
              { guard: 'needsMailConfirm', target: 'mailing', actions: ['assignCustomer', 'startMail'] },
              { target: 'saving', actions: ['assignCustomer', 'startCustomer'] },
            ],
            'sheet.ended': { actions: 'assignSheet' },
            'step.back': [{ guard: 'isAgreed', target: '#purchase.confirm' }, '#purchase.order'],
          },
        },
        saving: {
          tags: ['pending'],
          description: 'The details are on their way to the server.',
          invoke: {
            id: 'putCustomer',
            src: 'putCustomer',
            input: inputs.customer,
            onDone: [
              { guard: 'isTotalAgreed', target: '#purchase.confirm', actions: 'assignOrder' },
              { guard: 'isNamed', target: '#purchase.payment', actions: 'assignOrder' },
              { target: 'editing', actions: 'assignOrder' },
            ],
            onError: { target: 'editing', actions: 'handleFailure' },
          },
        },
        mailing: {
          tags: ['pending'],
          description: 'Customer details are sent and the confirmation mail with them.',
          invoke: {
            id: 'sendOrderMail',
            src: 'sendOrderMail',
            input: inputs.mail,
            onDone: { target: '#purchase.sended-mail', actions: 'assignSentTo' },
            onError: { target: 'editing', actions: 'handleFailure' },
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
            src: 'sendOrderMail',
            input: inputs.mail,
            onDone: { target: 'waiting', actions: 'assignSentTo' },
            onError: { target: 'offering', actions: 'handleFailure' },
          },
        },
      },
    },
    'mail-confirm': { description: 'The mail’s link is dead.', meta: { screen: 'mail-confirm' } },
    payment: {
      description: 'The visitor chooses how to pay.',
      meta: { child: 'payment' },
      entry: 'beginHold',
      exit: 'withdrawQuestion',
      invoke: {
        id: 'payment',
        src: 'payment',
        input: inputs.payment,
        onSnapshot: { actions: 'assignRepriced' },
        onDone: [
          { guard: 'hasFailed', actions: 'raiseFailure' },
          { guard: 'isAuthorised', target: 'checkout', actions: ['assignPayable', 'endChange', 'startCheckout'] },
          { target: 'confirm', actions: 'assignPayable' },
        ],
      },
      on: {
        'step.back': [
          { guard: 'isAgreed', target: 'confirm' },
          { guard: 'mayOrder', target: 'sign-in' },
        ],
        'page.requested.payment': { guard: 'mayChoosePayment', actions: 'assignPage' },
      },
    },
    confirm: {
      description: 'The visitor reads everything once more and pays.',
      meta: { screen: 'confirm' },
      entry: ['endChange', 'beginHold'],
      always: { guard: 'isUnread', target: 'resuming' },
      on: {
        'checkout.submit': { guard: 'mayPay', target: 'checkout', actions: 'startCheckout' },
        'step.change': [
          { guard: 'changesOrder', target: 'order', actions: 'markChanging' },
          { guard: 'changesCustomer', target: 'sign-in', actions: 'markChanging' },
          { guard: 'changesPayment', target: 'payment', actions: 'markChanging' },
        ],
        'step.back': 'payment',
      },
    },
    checkout: {
      description: 'The payment runs, and no deadline ends its order, until it is known what became of it.',
      meta: { child: 'checkout' },
      entry: 'endHold',
      invoke: {
        id: 'checkout',
        src: 'checkout',
        input: inputs.checkout,
        onDone: [{ guard: 'isCompleted', target: 'complete', actions: 'assignCompletion' }, { actions: 'endCheckout' }],
      },
      on: { 'page.requested.payment-callback': { actions: 'passReturn' }, 'page.requested.*': {}, 'order.*': {} },
    },
    complete: { description: 'The tickets are bought.', meta: { screen: 'complete' } },
    resuming: {
      tags: ['pending'],
      description: 'The order is read from the server and the purchase goes on at the step that is due.',
      meta: { screen: 'resuming' },
      on: {
        'page.requested.mail-confirm': { guard: 'hasLink', target: 'resuming', reenter: true, actions: 'assignLink' },
        'page.requested.payment-callback': { target: 'checkout', actions: 'assignReturn' },
        'page.requested.*': {},
      },
      invoke: [
        {
          id: 'readOrder',
          src: 'readOrder',
          input: inputs.reading,
          onDone: [
            { guard: 'isPaidOrder', target: 'complete', actions: ['assignRead', 'assignCompletion', 'endHold'] },
            { guard: 'isCheckingOrder', target: 'checkout', actions: 'assignChecking' },
            { guard: 'isNamedOrder', target: 'payment', actions: ['assignRead', 'endHold'] },
            { guard: 'isLiveOrder', target: 'sign-in', actions: ['assignRead', 'endHold'] },
            { guard: 'isCancelledOrder', target: 'order', actions: ['forget', 'endHold', 'reportFailure'] },
            { actions: 'raiseFailure' },
          ],
          onError: [
            { guard: 'isOrderGone', actions: 'raiseFailure' },
            { guard: 'isDeadLink', target: 'mail-confirm', actions: 'assignDeadLink' },
            { target: 'error', actions: 'assignFailure' },
          ],
        },
        { id: 'readLimit', src: 'wait', input: inputs.limit, onDone: { target: 'error', actions: 'assignNoAnswer' } },
      ],
    },
    cancelling: {
      tags: ['pending'],
      description: 'The seats are given back; where the server does not do it, the order is read again.',
      meta: { screen: 'resuming' },
      on: { 'page.requested.*': {}, 'order.*': {} },
      invoke: [
        {
          id: 'cancelOrder',
          src: 'cancelOrder',
          input: inputs.cancel,
          onDone: { target: 'order', actions: ['forget', 'showCancelledToast'] },
          onError: { target: 'resuming', actions: 'reportFailure' },
        },
        { id: 'cancelLimit', src: 'wait', input: inputs.limit, onDone: 'resuming' },
      ],
    },
    error: {
      description: 'The purchase cannot go on here; what was kept is said, and a way on.',
      meta: { screen: 'error' },
      on: { 'order.resume': { guard: 'hasOrderToRead', target: 'resuming' } },
    },
  },
});
