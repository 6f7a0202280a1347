import * as v from 'valibot';
import { textCell, writeCsv } from '#server/core/csv.ts';
import { listSubscribers, releaseLinks } from '#server/orders/magazines.ts';
import { findOrders } from '#server/tickets/find-orders.ts';
import { listDay } from '#server/tickets/today.ts';
import { venueDay } from '#src/domain/dates.ts';
import { LangSchema } from '#src/domain/lang.ts';
import { Day, Moment, Seats } from '#src/domain/product.ts';
import { dayText, foundText } from './day-texts.ts';
import { DayOf, FoundOrder, ListedReservation, slotReply } from './fields.ts';
import { operation, rootIn } from './operation.ts';
import texts from './texts.json' with { type: 'json' };
import { filled } from './texts.ts';

/**
 * A cell of an address. `+taro@…` is no formula, and another address would reach nobody: only one with a
 * character that formulas and references to other programs need is guarded.
 */
const addressCell = (email: string): string => (/^[+-][\w.+-]*@[\w.-]+$/.test(email) ? `"${email}"` : textCell(email));

/** Operations that look: orders, the day, readers of the newsletter. */
export const dayOperations = {
  find: operation({
    does: 'Finds orders by reservation number, entry code, mail address or a part of the buyer’s name.',
    details: 'The newest first, fifty at most. Links and entry codes are not shown.',
    site: 'possible',
    scope: 'read',
    writes: false,
    cli: { args: { text: 'A number, code, mail address or name' } },
    input: v.object({
      text: v.pipe(
        v.string(),
        v.trim(),
        v.minLength(2),
        v.maxLength(254),
        v.description('Reservation number, entry code, mail address of the buyer or a holder, or a part of a name.'),
      ),
    }),
    reply: { orders: v.array(FoundOrder), is_complete: v.boolean() },
    run: async ({ deps, site }, { text }) => {
      const { orders, isComplete } = await findOrders(deps.db, site, text);
      return { text: foundText(orders, isComplete), facts: { orders, is_complete: isComplete } };
    },
  }),
  today: operation({
    does: 'Lists the slots of a day with the people expected and in, and the reservations of each.',
    details: 'A token that may only gate gets no names.',
    site: 'possible',
    scope: 'gate',
    writes: false,
    input: v.object({
      day: v.optional(DayOf('Another day, YYYY-MM-DD; today without it.')),
    }),
    reply: {
      day: Day,
      slots: v.array(v.object({ ...slotReply, entered: Seats, reservations: v.array(ListedReservation) })),
      is_complete: v.boolean(),
    },
    run: async ({ deps, site, scope }, { day = venueDay(Date.now()) }) => {
      const { slots, isComplete } = await listDay(deps.db, site, { day, withNames: scope !== 'gate' });
      return { text: dayText(day, slots, isComplete), facts: { day, slots, is_complete: isComplete } };
    },
  }),
  subscribers: operation({
    does: 'Lists everybody who wants the newsletter of a site, each with the links that end it.',
    details:
      'Put `link` into the text of each newsletter, and `one_click` into its headers (List-Unsubscribe: <…>, List-Unsubscribe-Post: List-Unsubscribe=One-Click). Export again before each one. `csv` is the same as a table.',
    site: 'needed',
    scope: 'read',
    writes: false,
    cli: { out: 'csv' },
    reply: {
      subscribers: v.array(
        v.object({ email: v.string(), lang: LangSchema, since: Moment, link: v.string(), one_click: v.string() }),
      ),
      csv: v.string(),
    },
    run: async (context) => {
      const { deps, site } = context;
      const root = rootIn(context);
      const rows = (await listSubscribers(deps, site)).map(({ email, lang, since, token }) => {
        const { page: link, oneClick: one_click } = token
          ? releaseLinks(root, token, lang)
          : { page: '', oneClick: '' };
        return { email, lang, since: since.toISOString(), link, one_click };
      });
      const cells = rows.map((row) => [
        addressCell(row.email),
        ...[row.lang, row.since, row.link, row.one_click].map(textCell),
      ]);
      const csv = writeCsv([['email', 'lang', 'since', 'link', 'one_click'], ...cells]);
      const text = filled(texts.day.subscribers, { site, count: rows.length });
      return { text, facts: { subscribers: rows, csv } };
    },
  }),
};
