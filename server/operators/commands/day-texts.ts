import { line, shownName } from '#server/core/shown.ts';
import { type FoundOrder, mostOrders } from '#server/tickets/find-orders.ts';
import type { DaySlot } from '#server/tickets/today.ts';
import { yenDigits } from '#src/domain/money.ts';
import type { BilingualText } from './bilingual-text.ts';
import { slotIn } from './texts.ts';

const both = (make: (locale: 'en' | 'ja') => string): BilingualText => ({ en: make('en'), ja: make('ja') });

/** The newest mail about a ticket was refused. */
const unsentText = { en: 'mail not delivered', ja: 'メール不達' };

/** One order in a line, with a line for each of its tickets, whose slot is named where it is another one. */
export const orderLines = (locale: 'en' | 'ja', order: FoundOrder): string => {
  const buyer = [shownName(order.name ?? ''), order.mail && `<${order.mail}>`].filter(Boolean).join(' ') || '-';
  const head = line`${order.reservation_number ?? '-'}  ${order.status}  ${order.site}  ${buyer}`;
  const what = line`  ${order.product} × ${order.quantity}, ¥${yenDigits(order.total)}, ${slotIn(locale, order)}`;
  const { money, alarm, alarm_code } = order;
  const moved = alarm === null ? '' : `: ${alarm}${alarm_code ? ` (${alarm_code})` : ''}`;
  const about = alarm !== null || money === 'refund_due' ? [line`  ${money ?? '-'}${moved}`] : [];
  const tickets = order.tickets.map(({ number, state, people, entered, mail, unsent_to, from, to }) => {
    const unsent = unsent_to ? `  (${unsentText[locale]}: ${unsent_to})` : '';
    const moved = from === order.from && to === order.to ? '' : `  ${slotIn(locale, { from, to })}`;
    return line`  ${number}  ${state}  ${entered}/${people}  ${mail ?? '-'}${unsent}${moved}`;
  });
  return [head, what, ...about, ...tickets].join('\n');
};

/** Text for the result of a search. */
export const foundText = (orders: readonly FoundOrder[], isComplete: boolean): BilingualText => {
  if (orders.length === 0) return { en: 'No order was found.', ja: '該当する予約はありません。' };
  const more = isComplete
    ? null
    : {
        en: `The newest ${mostOrders}; there are more: search more exactly.`,
        ja: `新しい${mostOrders}件のみ表示しています。`,
      };
  return both((locale) =>
    [...orders.map((order) => orderLines(locale, order)), ...(more ? [more[locale]] : [])].join('\n'),
  );
};

const slotLines = (locale: 'en' | 'ja', slot: DaySlot): string => {
  const blocked = slot.is_blocked ? { en: ', off sale', ja: '、販売停止' }[locale] : '';
  const counts = {
    en: `${slot.entered} in of ${slot.sold} sold, ${slot.capacity} seats${blocked}`,
    ja: `入場${slot.entered}／販売${slot.sold}／定員${slot.capacity}${blocked}`,
  };
  const head = line`${slotIn(locale, slot)}  ${slot.product}  ${counts[locale]}  (${slot.site} ${slot.slot})`;
  const lines = slot.reservations.map(({ number, name, people, entered, state, is_unsent }) =>
    line`  ${number}  ${entered}/${people}  ${state}  ${shownName(name ?? '')}${is_unsent ? `  (${unsentText[locale]})` : ''}`.trimEnd(),
  );
  return [head, ...lines].join('\n');
};

/** Text for the list of a day. */
export const dayText = (day: string, slots: readonly DaySlot[], isComplete: boolean): BilingualText => {
  if (slots.length === 0) return { en: `${day}: no slots.`, ja: `${day}：入場枠はありません。` };
  const more = isComplete ? [] : ['…'];
  return both((locale) => [...slots.map((slot) => slotLines(locale, slot)), ...more].join('\n'));
};

/** Text for a list of readers of the newsletter. */
export const subscribersText = (site: string, count: number): BilingualText => ({
  en: `${site}: ${count} subscribers. Each newsletter needs the link of its reader.`,
  ja: `${site}：メールマガジンの読者${count}名。配信メールには各読者の配信停止リンクを必ず入れてください。`,
});
