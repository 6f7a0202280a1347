import { assign, setup } from 'xstate';
import { noteIn } from '#machines/shared/errors.ts';
import type { Meta, Tag } from '#machines/shared/screens.ts';
import { readTicket } from './ticket.actors.ts';
import type { TicketContext, TicketEvent, TicketInput } from './ticket.types.ts';

/** The ticket behind a link (SCREENS "ticket"). */
export const ticketMachine = setup({
  types: {} as {
    context: TicketContext;
    events: TicketEvent;
    input: TicketInput;
    tags: Tag;
    meta: Meta;
    children: { readTicket: 'readTicket' };
  },
  actors: { readTicket },
  guards: {
    isUnknownLink: ({ event }) => noteIn(event).code === 'token_not_found',
  },
  actions: {
    keepTicket: assign((_, ticket: TicketContext['ticket']) => ({ ticket })),
  },
}).createMachine({
  id: 'ticket',
  description: 'A ticket, opened by its link.',
  context: ({ input }) => ({ token: input.token, lang: input.lang, ticket: null }),
  meta: { screen: 'ticket' },
  initial: 'reading',
  states: {
    reading: {
      tags: ['pending'],
      description: 'The ticket is fetched.',
      invoke: {
        id: 'readTicket',
        src: 'readTicket',
        input: ({ context }) => ({ token: context.token, lang: context.lang }),
        onDone: { target: 'showing', actions: { type: 'keepTicket', params: ({ event }) => event.output } },
        onError: [{ guard: 'isUnknownLink', target: 'missing' }, { target: 'unreachable' }],
      },
    },
    showing: {
      tags: ['settled'],
      description: 'The ticket with its code for the gate.',
    },
    missing: {
      tags: ['settled'],
      description: 'No ticket has this link.',
    },
    unreachable: {
      tags: ['settled'],
      description: 'The ticket could not be read; the visitor may try again.',
      on: { 'ticket.again': 'reading' },
    },
  },
});
