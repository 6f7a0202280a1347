import { mustSpeak } from '#server/catalogue/languages.ts';
import { readMagazine, releaseMagazine, resumeMagazine } from '#server/orders/magazines.ts';
import { Problem } from '#server/shared/problem.ts';
import { requestLinks } from '#server/tickets/links.ts';
import { lookUp } from '#server/tickets/look-up.ts';
import type { WebDeps } from '#server/web/deps.ts';
import { checkMail } from '#server/web/http/read.ts';
import { replyTo } from '#server/web/http/route.ts';
import type { Handlers } from './handlers.ts';

/** Calls to find a ticket again and to leave the mail magazine. */
export const reservationHandlers = (deps: WebDeps) =>
  ({
    getReservation: async (call) => ({ reservation_token: await lookUp(deps, call, call.query) }),
    createReservationMail: async (call) => {
      await mustSpeak(deps.db, call.site, call.body.lang);
      await requestLinks(deps, call, { ...call.body, email: checkMail(call.body.email) });
      return { accepted: true };
    },
    getMailMagazine: ({ site, params }) => readMagazine(deps.db, site, params.id ?? ''),
    putMailMagazine: async ({ site, params: { id = '' }, query }) => {
      const isWanted = query.is_active === 'true';
      const isChanged = await (isWanted ? resumeMagazine : releaseMagazine)(deps.db, site, id);
      const magazine = await readMagazine(deps.db, site, id);
      /* Of an erased address nothing can go on. */
      if (isWanted && !magazine.is_active) throw new Problem('token_not_found');
      return replyTo(isChanged, magazine);
    },
  }) satisfies Partial<Handlers>;
