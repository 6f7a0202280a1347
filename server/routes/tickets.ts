import type { Deps } from '#server/deps.ts';
import { readTicket } from '#server/domain/tickets.ts';
import type { Handlers } from './handlers.ts';

/** The ticket behind its link. */
export const ticketHandlers = ({ db, vault }: Deps) =>
  ({
    getTicket: ({ site, params }) => readTicket(db, vault, site, params.reservation_token ?? ''),
  }) satisfies Partial<Handlers>;
