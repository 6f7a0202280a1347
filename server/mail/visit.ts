import type { SlotPeriod } from '#server/db/types.ts';
import { clock, longDay, venueDay } from '#src/domain/dates.ts';
import { fill } from '#src/domain/fill.ts';
import { htmlLang, type Lang } from '#src/domain/lang.ts';
import type { SaleType } from '#src/domain/product.ts';
import { mailTexts } from './texts.ts';

/** Day and hours of a visit, or its days, in the venue's time and a language. */
export const visitOf = (
  lang: Lang,
  { sale_type, reservation_from, reservation_to }: SlotPeriod & { sale_type: SaleType },
): string => {
  const texts = mailTexts[lang];
  const locale = htmlLang[lang];
  const [from, to] = [reservation_from.toISOString(), reservation_to.toISOString()];
  const day = (moment: string) => longDay(venueDay(moment), locale);
  if (sale_type === 'period') return fill(texts.days, { from: day(from), to: day(to) });
  return fill(texts.slot, { day: day(from), from: clock(from), to: clock(to) });
};
