import * as v from 'valibot';
import { textCell, writeCsv } from '#server/core/csv.ts';
import { line, shownName } from '#server/core/shown.ts';
import { listSubscribers, releaseLinks } from '#server/orders/magazines.ts';
import { type FoundOrder, findOrders, maxOrders } from '#server/tickets/find-orders.ts';
import { type DaySlot, listDay } from '#server/tickets/today.ts';
import { venueDay } from '#src/domain/dates.ts';
import { LangSchema } from '#src/domain/lang.ts';
import { yenDigits } from '#src/domain/money.ts';
import { Day, Moment, Seats } from '#src/domain/product.ts';
import { DayOf, FoundReply, ListedReservation, slotReply } from './fields.ts';
import { operation, reading, rootIn } from './operation.ts';
import texts from './texts.json' with { type: 'json' };
import { type BilingualText, both, filled, joined, momentIn, slotIn } from './texts.ts';

/** An order in a line, with a line for each of its tickets, whose slot is named where it is another one. */
export const orderLines = (locale: 'en' | 'ja', order: FoundOrder): string => {
  const buyer = [shownName(order.name ?? ''), order.mail && `<${order.mail}>`].filter(Boolean).join(' ') || '-';
  const head = line`${order.reservation_number ?? '-'}  ${order.status}  ${order.site}  ${buyer}`;
  const purchase = line`  ${order.product} × ${order.quantity}, ¥${yenDigits(order.total)}, ${slotIn(locale, order)}`;
  const { money, alarm, alarm_code } = order;
  const alarmText = alarm === null ? '' : `: ${alarm}${alarm_code ? ` (${alarm_code})` : ''}`;
  const moneyLines = alarm !== null || money === 'refund_due' ? [line`  ${money ?? '-'}${alarmText}`] : [];
  const parts = order.part_refunds.map(
    ({ amount, state, code, at }) =>
      line`  ${momentIn(locale, at)}  ${texts.day.acts.refunded[locale]} ¥${yenDigits(amount)}: ${state}${code && ` (${code})`}`,
  );
  const tickets = order.tickets.map(({ number, state, people, entered, mail, unsent_to, from, to }) => {
    const unsent = unsent_to ? `  (${texts.day.unsent[locale]}: ${unsent_to})` : '';
    const otherSlot = from === order.from && to === order.to ? '' : `  ${slotIn(locale, { from, to })}`;
    return line`  ${number}  ${state}  ${entered}/${people}  ${mail ?? '-'}${unsent}${otherSlot}`;
  });
  const acts = order.acts.map(({ kind, number, people: count, by, gate, why, at }) => {
    const people = count > 0 ? ` ${filled(texts.day.people, { count })[locale]}` : '';
    const actor = `${gate && `${gate}, `}${by}`;
    return line`  ${momentIn(locale, at)}  ${texts.day.acts[kind][locale]}${people}  ${number}  ${actor}${why && `: ${why}`}`;
  });
  return [head, purchase, ...moneyLines, ...parts, ...tickets, ...acts].join('\n');
};

export const foundText = (orders: readonly FoundOrder[], isComplete: boolean): BilingualText => {
  if (orders.length === 0) return texts.day.none_found;
  const lines = orders.map((order) => both((locale) => orderLines(locale, order)));
  return joined([...lines, ...(isComplete ? [] : [filled(texts.day.more, { max: maxOrders })])]);
};

const slotLines = (locale: 'en' | 'ja', slot: DaySlot): string => {
  const { entered, sold, capacity } = slot;
  const counts = `${filled(texts.day.counts, { entered, sold, capacity })[locale]}${slot.is_blocked ? texts.day.blocked[locale] : ''}`;
  const head = line`${slotIn(locale, slot)}  ${slot.product}  ${counts}  (${slot.site} ${slot.slot})`;
  const lines = slot.reservations.map(({ number, name, people, entered, state, is_unsent }) =>
    line`  ${number}  ${entered}/${people}  ${state}  ${shownName(name ?? '')}${is_unsent ? `  (${texts.day.unsent[locale]})` : ''}`.trimEnd(),
  );
  return [head, ...lines].join('\n');
};

export const dayText = (day: string, slots: readonly DaySlot[], isComplete: boolean): BilingualText => {
  if (slots.length === 0) return filled(texts.day.no_slots, { day });
  return both((locale) => [...slots.map((slot) => slotLines(locale, slot)), ...(isComplete ? [] : ['…'])].join('\n'));
};

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
    ...reading,
    cli: { args: ['text'] },
    input: v.object({
      text: v.pipe(
        v.string(),
        v.trim(),
        v.minLength(2),
        v.maxLength(254),
        v.description('Reservation number, entry code, mail address of the buyer or a holder, or a part of a name.'),
      ),
    }),
    reply: { orders: v.array(FoundReply), is_complete: v.boolean() },
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
    ...reading,
    site: 'needed',
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
