import { line, shownName } from '#server/core/shown.ts';
import { type FoundOrder, maxOrders } from '#server/tickets/find-orders.ts';
import type { DaySlot } from '#server/tickets/today.ts';
import { yenDigits } from '#src/domain/money.ts';
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
  const acts = order.acts.map(
    ({ kind, number, people: count, by, gate, why, at }) =>
      line`  ${momentIn(locale, at)}  ${texts.day.acts[kind][locale]}${count > 0 ? ` ${filled(texts.day.people, { count })[locale]}` : ''}  ${number}  ${gate && `${gate}, `}${by}${why && `: ${why}`}`,
  );
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
