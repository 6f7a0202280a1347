import type { VenueSlot } from '#server/catalogue/slots.ts';
import { line } from '#server/core/shown.ts';
import type { BilingualText } from './bilingual-text.ts';
import { slotIn } from './texts.ts';

const nameOf = (locale: string, slot: VenueSlot): string =>
  line`${slot.product}, ${slotIn(locale, slot)} (${slot.slot})`;

/** Text for a slot that was taken off sale, or put on sale again. */
export const blockedText = (slot: VenueSlot): BilingualText => {
  const free = slot.capacity - slot.sold - slot.held;
  return slot.is_blocked
    ? {
        en: `${nameOf('en', slot)} is off sale. ${slot.sold} sold tickets stay valid; ${slot.held} seats are held and can still be paid.`,
        ja: `${nameOf('ja', slot)} の販売を停止しました。販売済み${slot.sold}枚は有効です。手続き中の${slot.held}枚は購入できます。`,
      }
    : {
        en: `${nameOf('en', slot)} is on sale again, as long as its sale and its product’s go on: ${free} seats are free.`,
        ja: `${nameOf('ja', slot)} の販売を再開しました（販売期間中に限ります）。空き${free}枚です。`,
      };
};

/** Text for a changed number of seats. */
export const capacityText = (slot: VenueSlot & { before: number }): BilingualText => {
  const free = slot.capacity - slot.sold - slot.held;
  return {
    en: `${nameOf('en', slot)}: ${slot.capacity} seats instead of ${slot.before}. ${slot.sold} sold, ${slot.held} held, ${free} free.`,
    ja: `${nameOf('ja', slot)}：定員を${slot.before}から${slot.capacity}に変更しました。販売済み${slot.sold}、手続き中${slot.held}、空き${free}。`,
  };
};
