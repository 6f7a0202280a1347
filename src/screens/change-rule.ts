import { clock, longDay, venueDay } from '#src/domain/dates.ts';
import { htmlLang } from '#src/domain/lang.ts';
import type { Ticket } from '#src/domain/ticket.ts';
import { useTexts } from '#src/ui/use-texts.ts';
import { useShop } from './shop.ts';

/** How often and until when the date of a ticket may still be changed, in sentences; none where nothing limits it. */
export const useChangeRule = (): ((ticket: Ticket) => string[]) => {
  const { t } = useTexts();
  const locale = htmlLang[useShop().lang];
  return ({ change_rule: rule }) => [
    ...(rule && rule.left !== null ? [t('changedate_left', { count: rule.left })] : []),
    ...(rule?.until
      ? [t('changedate_until', { date: longDay(venueDay(rule.until), locale), time: clock(rule.until) })]
      : []),
  ];
};
