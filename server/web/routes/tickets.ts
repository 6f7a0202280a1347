import { mustBeSiteLanguage } from '#server/catalogue/languages.ts';
import { readMagazine, setMagazine } from '#server/orders/magazines.ts';
import { refundMoved } from '#server/payments/refund.ts';
import { Problem } from '#server/shared/problem.ts';
import { readOrderToken } from '#server/shared/tokens/order-tokens.ts';
import { moveTicket } from '#server/tickets/change-date.ts';
import { placeChange } from '#server/tickets/change-order.ts';
import { lookUp, requestLinks } from '#server/tickets/links.ts';
import { readReceipt } from '#server/tickets/receipt.ts';
import { correctEmail, revokeOwnLink } from '#server/tickets/reissue.ts';
import { handOver, share, stopShare } from '#server/tickets/split.ts';
import { findTicket } from '#server/tickets/ticket-details.ts';
import { readShared, viewTicket } from '#server/tickets/ticket-view.ts';
import { readFirstToken } from '#server/tickets/tickets.ts';
import type { WebDeps } from '#server/web/deps.ts';
import { checkMail } from '#server/web/http/read.ts';
import { replyTo } from '#server/web/http/route.ts';
import { walletsFor } from '#server/web/wallets/wallets.ts';
import type { Handlers } from './handlers.ts';

/** Calls to find a ticket again and to leave the mail magazine. */
export const reservationHandlers = (deps: WebDeps) =>
  ({
    getReservation: async (call) => ({ reservation_token: await lookUp(deps, call, call.query) }),
    createReservationMail: async (call) => {
      await mustBeSiteLanguage(deps.db, call.site, call.body.lang);
      await requestLinks(deps, call, { ...call.body, email: checkMail(call.body.email) });
      return { accepted: true };
    },
    getMailMagazine: ({ site, params }) => readMagazine(deps.db, site, params.id ?? ''),
    putMailMagazine: async ({ site, params: { id = '' }, query }) => {
      const isWanted = query.is_active === 'true';
      const isChanged = await setMagazine(deps.db, { site, token: id, isWanted });
      const magazine = await readMagazine(deps.db, site, id);
      /* The address was erased: there is no newsletter to resume. */
      if (isWanted && !magazine.is_active) throw new Problem('token_not_found');
      return replyTo(isChanged, magazine);
    },
  }) satisfies Partial<Handlers>;

const tokenOf = ({ params }: { params: Record<string, string> }): string => params.reservation_token ?? '';

/** Calls for a ticket by its link, and its actions. */
export const ticketHandlers = (deps: WebDeps) =>
  ({
    getTicket: async (call) => {
      const ticket = await findTicket(deps.db, call.site, tokenOf(call));
      return viewTicket(deps, ticket, call.query.lang ?? ticket.lang, walletsFor(deps.wallets, ticket));
    },

    shareTicket: async (call) => {
      const { shareToken, isNew } = await share(deps, call.site, tokenOf(call));
      return replyTo(isNew, { share_token: shareToken });
    },

    stopSharing: async (call) => replyTo(await stopShare(deps, call.site, tokenOf(call)), { stopped: true }),

    getSharedTicket: ({ site, params, query }) =>
      readShared(deps.db, deps.tokens, site, params.share_token ?? '', query.lang),

    sendTicket: async (call) => {
      const { option_values, ...to } = call.body;
      const recipient = { ...to, email: checkMail(to.email) };
      await mustBeSiteLanguage(deps.db, call.site, to.lang);
      const quantity = await handOver(deps, call, tokenOf(call), option_values, recipient);
      return { sent_to: recipient.email, quantity };
    },

    splitTicket: async (call) => {
      const quantity = await handOver(deps, call, tokenOf(call), call.body.option_values, null);
      return { reservation_token: await readFirstToken(deps.db, deps.tokens, call.effectId), quantity };
    },

    changeDate: async (call) => ({
      reservation_token: await moveTicket(deps, call, tokenOf(call), call.body),
    }),

    createChange: async (call) => {
      const { order } = await placeChange(deps, call, tokenOf(call), call.body);
      return { order_token: await readOrderToken(deps.db, deps.tokens, call.effectId), order };
    },

    refundTicket: async (call) => ({ amount: await refundMoved(deps, call, tokenOf(call)) }),

    revokeTicket: async (call) => ({ sent_to: await revokeOwnLink(deps, call, tokenOf(call)) }),

    correctEmail: async (call) => {
      const corrected = await correctEmail(deps, call, tokenOf(call), checkMail(call.body.email));
      deps.log('info', 'email_corrected', { site: call.site });
      return corrected;
    },

    getReceipt: (call) => readReceipt(deps, call.site, tokenOf(call), call.query.lang),
  }) satisfies Partial<Handlers>;
