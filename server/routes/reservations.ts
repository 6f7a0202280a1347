import type { Deps } from '#server/deps.ts';
import { requestLinks } from '#server/domain/links.ts';
import { readMagazine, stopMagazine } from '#server/domain/magazines.ts';
import { lookUp } from '#server/domain/reservations.ts';
import { mustSpeak } from '#server/domain/site-rules.ts';
import { checkMail } from '#server/http/read.ts';
import type { Handlers } from './handlers.ts';

/** Calls to find a ticket again and to leave the mail magazine. */
export const reservationHandlers = (deps: Deps) =>
  ({
    getReservation: async (call) => ({ reservation_token: await lookUp(deps, call, call.query) }),
    createReservationMail: async (call) => {
      await mustSpeak(deps.db, call.site, call.body.lang);
      await requestLinks(deps, call, { ...call.body, email: checkMail(call.body.email) });
      return { accepted: true };
    },
    getMailMagazine: ({ site, params }) => readMagazine(deps.db, site, params.id ?? ''),
    putMailMagazine: ({ site, params }) => stopMagazine(deps.db, site, params.id ?? ''),
  }) satisfies Partial<Handlers>;
