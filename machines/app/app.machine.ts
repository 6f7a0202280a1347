import { assign, sendTo, setup } from 'xstate';
import type { About } from '#machines/dialog/dialog.types.ts';
import type { InquiryOutput } from '#machines/inquiry/inquiry.types.ts';
import { outputOf } from '#machines/shared/params.ts';
import type { Lang } from '#src/domain/lang.ts';
import * as logic from './app.logic.ts';

/**
 * The store: one page at a time, beside purchase, toasts and dialogs, which run as long as the browser's page
 * (docs/charts.md#composition).
 */
export const appMachine = setup({
  types: {} as logic.AppTypes,
  actors: logic.actors,
  guards: logic.guards,
  actions: {
    passToPurchase: sendTo('purchase', ({ event }) => event),
    confirmLink: sendTo('purchase', logic.confirmedLink),
    withdraw: sendTo('dialog', (_, about: About) => ({ type: 'fact.ended', about })),
    assignToken: assign(logic.linkIn),
    clearToken: assign({ token: '' }),
    notifyRemoved: sendTo('purchase', { type: 'ticket.removed' }),
    assignLang: assign((_, lang: Lang) => ({ lang })),
    assignFound: assign((_, { token }: InquiryOutput) => ({ token })),
    passToInquiry: sendTo('inquiry', ({ event }) => event),
    passToChange: sendTo('changedate', ({ event }) => event),
    assignPaying: assign((_, params: { paying: boolean } | { payingChange: boolean }) => params),
    /** A return always begins to ask what became of the payment. */
    startPaying: assign({ paying: true }),
  },
}).createMachine({
  id: 'app',
  description: 'The ticket store.',
  context: ({ input: { site, lang } }) => ({ site, lang, token: '', paying: false, payingChange: false }),
  invoke: [
    {
      id: 'purchase',
      systemId: 'purchase',
      src: 'purchase',
      input: ({ context }) => ({ site: context.site, lang: context.lang }),
      onSnapshot: {
        actions: { type: 'assignPaying', params: ({ event }) => ({ paying: event.snapshot.matches('checkout') }) },
      },
    },
    { id: 'toast', systemId: 'toast', src: 'toast' },
    { id: 'dialog', systemId: 'dialog', src: 'dialog' },
    {
      id: 'catalogue',
      systemId: 'catalogue',
      src: 'catalogue',
      input: ({ context }) => ({ site: context.site.code, lang: context.lang }),
    },
  ],
  initial: 'purchase',
  on: {
    'page.requested.mail-confirm': { guard: 'mayOfferLink', target: '.mail-confirm', actions: 'assignToken' },
    'page.requested.payment-callback': { target: '.purchase', actions: ['passToPurchase', 'startPaying'] },
    'page.requested.ticket': { guard: 'hasToken', target: '.ticket', actions: 'assignToken' },
    'page.requested.receipt': { guard: 'hasToken', target: '.receipt', actions: 'assignToken' },
    'page.requested.share': { guard: 'hasToken', target: '.share', actions: 'assignToken' },
    'page.requested.shared': { guard: 'hasToken', target: '.shared', actions: 'assignToken' },
    'page.requested.send': { guard: 'hasToken', target: '.send', actions: 'assignToken' },
    'page.requested.revoke': { guard: 'hasToken', target: '.revoke', actions: 'assignToken' },
    'page.requested.changedate': { guard: 'hasToken', target: '.changedate', actions: 'assignToken' },
    'page.requested.changedate-confirm': { guard: 'hasToken', target: '.changedate', actions: 'assignToken' },
    'page.requested.changedate-complete': { guard: 'hasToken', target: '.changedate', actions: 'assignToken' },
    'page.requested.mail-release': { guard: 'hasToken', target: '.mail-release', actions: 'assignToken' },
    'page.requested.mail-release-completion': { target: '.mail-release-completion', actions: 'clearToken' },
    'page.requested.reservation-inquiry': { target: '.reservation-inquiry', actions: 'clearToken' },
    'page.requested.signage': { target: '.signage', actions: 'clearToken' },
    'page.requested.privacy': { target: '.privacy', actions: 'clearToken' },
    'page.requested.specified': { target: '.specified', actions: 'clearToken' },
    'page.requested.terms': { target: '.terms', actions: 'clearToken' },
    'page.requested.forgotten': { target: '.forgotten', actions: 'clearToken' },
    'page.requested.*': [
      { guard: 'isOfPurchase', target: '.purchase', actions: 'passToPurchase' },
      { target: '.not-found', actions: 'clearToken' },
    ],
    'language.choose': [
      { guard: 'isNotPaying', actions: [{ type: 'assignLang', params: ({ event }) => event.lang }, 'passToPurchase'] },
      {},
    ],
  },
  states: {
    purchase: {
      description: 'A visitor buys tickets.',
      meta: { child: 'purchase' },
      entry: 'clearToken',
      exit: { type: 'withdraw', params: 'purchase' },
    },
    'mail-confirm': {
      description: 'The link of a mail has an effect once the visitor confirms: programs open links, too.',
      meta: { screen: 'mail-confirm' },
      on: { 'mail.confirm': { target: 'purchase', actions: 'confirmLink' } },
    },
    ticket: {
      description: 'A ticket, opened by its link.',
      meta: { child: 'ticket', screen: 'ticket' },
      exit: { type: 'withdraw', params: 'ticket' },
      invoke: {
        id: 'ticket',
        systemId: 'ticket',
        src: 'ticket',
        input: logic.ticketOf,
        onDone: { target: 'forgotten', actions: ['clearToken', 'notifyRemoved'] },
      },
    },
    receipt: {
      description: 'The receipt of a ticket.',
      meta: { child: 'receipt' },
      invoke: { id: 'receipt', src: 'receipt', input: logic.linkOf },
    },
    share: {
      description: 'A ticket is shared by a separate link, and taken back.',
      meta: { child: 'share' },
      invoke: { id: 'share', src: 'share', input: logic.linkOf },
    },
    shared: {
      description: 'A ticket, opened by a share link.',
      meta: { child: 'ticket', screen: 'shared' },
      exit: { type: 'withdraw', params: 'ticket' },
      invoke: {
        id: 'ticket',
        systemId: 'ticket',
        src: 'ticket',
        input: logic.sharedOf,
        onDone: { target: 'forgotten', actions: ['clearToken', 'notifyRemoved'] },
      },
    },
    send: {
      description: 'People of a ticket are handed over.',
      meta: { child: 'send' },
      invoke: { id: 'send', src: 'send', input: logic.linkOf },
    },
    revoke: {
      description: 'The link of a ticket is replaced by a new one, which is mailed.',
      meta: { child: 'revoke' },
      invoke: { id: 'revoke', src: 'revoke', input: logic.linkOf },
    },
    changedate: {
      description: 'A ticket moves to another date; its pages are steps of one flow.',
      meta: { child: 'changedate' },
      invoke: {
        id: 'changedate',
        src: 'changedate',
        input: logic.linkOf,
        onSnapshot: {
          actions: {
            type: 'assignPaying',
            params: ({ event }) => ({ payingChange: event.snapshot.matches('checkout') }),
          },
        },
      },
      on: {
        'page.requested.payment-callback': { guard: 'isPayingChange', actions: 'passToChange' },
        'page.requested.*': [{ guard: 'isStepOfChange', actions: 'passToChange' }, { guard: 'isPayingChange' }],
      },
    },
    'reservation-inquiry': {
      description: 'A ticket is found again by mail address and reservation number.',
      meta: { child: 'inquiry' },
      invoke: {
        id: 'inquiry',
        src: 'inquiry',
        input: logic.langOf,
        onDone: { target: 'ticket', actions: { type: 'assignFound', params: outputOf } },
      },
      on: {
        'language.choose': {
          guard: 'isNotPaying',
          actions: [{ type: 'assignLang', params: ({ event }) => event.lang }, 'passToPurchase', 'passToInquiry'],
        },
      },
    },
    'mail-release': {
      description: 'The visitor unsubscribes from the mail magazine.',
      meta: { child: 'mail-release' },
      invoke: { id: 'mail-release', src: 'mail-release', input: logic.tokenOf },
    },
    'mail-release-completion': {
      description: 'The end of an unsubscription, opened without its link, names nobody: nothing is to be done.',
      meta: { screen: 'mail-release-completion' },
    },
    signage: {
      description: 'A display at the venue shows the tickets of today.',
      meta: { child: 'signage' },
      invoke: { id: 'signage', src: 'signage', input: logic.langOf },
    },
    privacy: { description: 'How personal data are handled.', meta: { screen: 'privacy' } },
    specified: { description: 'The notice that the law requires.', meta: { screen: 'specified' } },
    terms: { description: 'Terms of sale and use.', meta: { screen: 'terms' } },
    forgotten: {
      description: 'A ticket was removed from this device; its link is no longer in the address.',
      meta: { screen: 'forgotten' },
    },
    'not-found': { description: 'No page has this address.', meta: { screen: 'not-found' } },
  },
});
