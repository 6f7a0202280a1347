import { assign, sendTo, setup } from 'xstate';
import { catalogueMachine as catalogue } from '#machines/catalogue/catalogue.machine.ts';
import { dialogMachine as dialog } from '#machines/dialog/dialog.machine.ts';
import { purchaseMachine as purchase } from '#machines/purchase/purchase.machine.ts';
import type { Meta, Tag } from '#machines/shared/screens.ts';
import { ticketMachine as ticket } from '#machines/ticket/ticket.machine.ts';
import { toastMachine as toast } from '#machines/toast/toast.machine.ts';
import { guards } from './app.guards.ts';
import type { AppContext, AppEvent, AppInput } from './app.types.ts';

/** The store: one page at a time; purchase, toasts and dialogs live as long as the page does (DESIGN §3.4). */
export const appMachine = setup({
  types: {} as {
    context: AppContext;
    events: AppEvent;
    input: AppInput;
    tags: Tag;
    meta: Meta;
    children: { purchase: 'purchase'; toast: 'toast'; dialog: 'dialog'; catalogue: 'catalogue'; ticket: 'ticket' };
  },
  actors: { purchase, toast, dialog, catalogue, ticket },
  guards,
  actions: {
    passOn: sendTo('purchase', ({ event }) => event),
    keepToken: assign(({ event }) => (event.type === 'page.requested' ? { token: event.params.token ?? '' } : {})),
    keepLang: assign(({ event }) => (event.type === 'language.choose' ? { lang: event.lang } : {})),
    keepPaying: assign((_, params: { paying: boolean }) => params),
    noteRefusal: assign(({ context }) => ({ refused: context.refused + 1 })),
  },
}).createMachine({
  id: 'app',
  description: 'The ticket store.',
  context: ({ input }) => ({
    site: input.site,
    lang: input.lang,
    seed: input.seed,
    token: '',
    paying: false,
    refused: 0,
  }),
  invoke: [
    {
      id: 'purchase',
      systemId: 'purchase',
      src: 'purchase',
      input: ({ context }) => ({ site: context.site, lang: context.lang, seed: context.seed }),
      onSnapshot: {
        actions: { type: 'keepPaying', params: ({ event }) => ({ paying: event.snapshot.matches('checkout') }) },
      },
    },
    { id: 'toast', systemId: 'toast', src: 'toast', onSnapshot: {} },
    { id: 'dialog', systemId: 'dialog', src: 'dialog', onSnapshot: {} },
    {
      id: 'catalogue',
      systemId: 'catalogue',
      src: 'catalogue',
      input: ({ context }) => ({ site: context.site.code, lang: context.lang }),
      onSnapshot: {},
    },
  ],
  initial: 'purchase',
  on: {
    'page.requested': [
      { guard: 'isPurchasePage', target: '.purchase', actions: 'passOn' },
      { guard: 'asksTicket', target: '.ticket', actions: 'keepToken' },
      { target: '.not-found' },
    ],
    'language.choose': [{ guard: 'isFree', actions: ['keepLang', 'passOn'] }, { actions: 'noteRefusal' }],
  },
  states: {
    purchase: {
      tags: ['settled'],
      description: 'A visitor buys tickets.',
      meta: { child: 'purchase' },
    },
    ticket: {
      tags: ['settled'],
      description: 'A ticket, opened by its link.',
      meta: { child: 'ticket' },
      invoke: {
        id: 'ticket',
        src: 'ticket',
        input: ({ context }) => ({ token: context.token, lang: context.lang }),
        onSnapshot: {},
      },
      on: {
        'language.choose': { guard: 'isFree', target: 'ticket', reenter: true, actions: ['keepLang', 'passOn'] },
      },
    },
    'not-found': {
      tags: ['settled'],
      description: 'No page has this address.',
      meta: { screen: 'not-found' },
    },
  },
});
