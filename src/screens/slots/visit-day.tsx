import { longDay, monthsName, shortMonth, weekdayNames, weeksOf } from '#src/domain/dates.ts';
import { type DayStock, isFree, type Product } from '#src/domain/product.ts';
import { buttonProps, marks } from '#src/screens/control.ts';
import { useLocale, useToday } from '#src/screens/shop.ts';
import { Button } from '#src/ui/button.tsx';
import { Calendar } from '#src/ui/calendar.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { useTexts } from '#src/ui/use-texts.ts';
import { firstDayOf, stateOfDay, stockTexts } from './slots.ts';

type VisitDayProps = {
  actor: { send: (event: { type: 'day.choose'; day: string } | { type: 'month.show'; month: string }) => void };
  product: Pick<Product, 'sale_from' | 'sale_to' | 'price_from'>;
  context: { choice: { month: string | null; day: string | null }; days: readonly DayStock[] };
  busy: boolean;
};

const legend = ['plenty', 'few', 'sold_out', 'closed'] as const;

/** An amount that breaks before its unit alone (a zero-width space), as the narrow column of a day may need. */
const byUnit = (amount: string): string => amount.replace(/^.*\d/, '$&\u200b');

/** The calendar of visits; surcharges are shown under their days. */
export function VisitDay({ actor, product, context, busy }: VisitDayProps) {
  const today = useToday();
  const { t, price } = useTexts();
  const locale = useLocale();
  const { choice, days } = context;
  const first = firstDayOf(product, today);
  const shown = weeksOf(choice.month ?? first);
  const stateOf = stateOfDay(days, today);
  const surchargeOf = (date: string): number => {
    const stock = days.find((day) => day.date === date);
    return stock && isFree(stateOf(date)) ? stock.price_from - product.price_from : 0;
  };
  const nameOf = (date: string) => {
    // While the days are not loaded, a day's name has no state.
    if (days.length === 0) return longDay(date, locale);
    const texts = { day: longDay(date, locale), state: t(stockTexts[stateOf(date)]) };
    const surcharge = surchargeOf(date);
    return surcharge > 0
      ? t('order_day_name_surcharge', { ...texts, price: price(surcharge) })
      : t('order_day_name', texts);
  };
  return (
    <Calendar
      from={shown.from}
      title={monthsName(shown.from < first ? first : shown.from, shown.to, locale)}
      weekdays={weekdayNames(locale)}
      selected={choice.day}
      today={today}
      min={first}
      max={product.sale_to}
      monthOf={(date) => shortMonth(date, locale)}
      stateOf={stateOf}
      nameOf={nameOf}
      detailOf={(date) =>
        surchargeOf(date) > 0 ? byUnit(t('order_surcharge', { price: price(surchargeOf(date)) })) : null
      }
      dataOf={(date) => marks('day.choose', { key: date })}
      onPick={(date) => actor.send({ type: 'day.choose', day: date })}
      onTurn={(month) => actor.send({ type: 'month.show', month })}
      turnData={(month) => marks('month.show', { key: month })}
      previousLabel={t('order_month_previous')}
      nextLabel={t('order_month_next')}
      busy={busy}
      legend={legend.map((state) => ({ state, text: t(stockTexts[state]) }))}
    />
  );
}

type Searcher = { send: (event: { type: 'search.again' }) => void };

/** A search failed or found nothing; offers to repeat it. */
export function LookUpAgain({ actor, failed }: { actor: Searcher; failed: boolean }) {
  const { t } = useTexts();
  const again = <Button {...buttonProps(actor, { type: 'search.again' })}>{t('common_try_again')}</Button>;
  return (
    <NoticeBox
      tone="warn"
      role="status"
      actions={again}
      text={t(failed ? 'order_search_failed' : 'order_slots_none')}
    />
  );
}
