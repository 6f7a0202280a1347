import { mustSpeak } from '#server/catalogue/languages.ts';
import { checkMail } from '#server/http/read.ts';
import { replyTo } from '#server/http/route.ts';
import { readMagazine, releaseMagazine } from '#server/orders/magazines.ts';
import { requestLinks } from '#server/tickets/links.ts';
import { type LookUpDeps, lookUp } from '#server/tickets/look-up.ts';
import type { Handlers } from './handlers.ts';

/** Calls to find a ticket again and to leave the mail magazine. */
export const reservationHandlers = (deps: LookUpDeps) =>
  ({
    getReservation: async (call) => ({ reservation_token: await lookUp(deps, call, call.query) }),
    createReservationMail: async (call) => {
      await mustSpeak(deps.db, call.site, call.body.lang);
      await requestLinks(deps, call, { ...call.body, email: checkMail(call.body.email) });
      return { accepted: true };
    },
    getMailMagazine: ({ site, params }) => readMagazine(deps.db, site, params.id ?? ''),
    putMailMagazine: async ({ site, params: { id = '' } }) => {
      const isStopped = await releaseMagazine(deps.db, site, id);
      return replyTo(isStopped, await readMagazine(deps.db, site, id));
    },
  }) satisfies Partial<Handlers>;
