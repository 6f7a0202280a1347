import type { Deps } from '#server/deps.ts';
import { readMagazine, stopMagazine } from '#server/domain/magazines.ts';
import { lookUp } from '#server/domain/reservations.ts';
import type { Handlers } from './handlers.ts';

/** Finding a ticket again, and leaving the mail magazine. */
export const reservationHandlers = (deps: Deps) =>
  ({
    getReservation: async ({ site, query }) => ({ reservation_token: await lookUp(deps, site, query) }),
    getMailMagazine: ({ site, params }) => readMagazine(deps.db, site, params.id ?? ''),
    putMailMagazine: ({ site, params }) => stopMagazine(deps.db, site, params.id ?? ''),
  }) satisfies Partial<Handlers>;
