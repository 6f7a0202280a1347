import { useEffect, useState } from 'react';
import type { OrderContext } from '#machines/order/order.types.ts';
import type { PurchaseChild } from '#machines/refs.ts';
import { longDay, shortMonth, weekdayNames, weekdayOf } from '#src/domain/dates.ts';
import { isFree, type Product } from '#src/domain/product.ts';
import { buttonProps, marks } from '#src/screens/control.ts';
import { useCatalogue, useLocale, useToday } from '#src/screens/shop.ts';
import { stockTexts } from '#src/screens/slots/slots.ts';
import { VisitDay } from '#src/screens/slots/visit-day.tsx';
import { Button } from '#src/ui/button.tsx';
import { SlotList } from '#src/ui/slot-list.tsx';
import { useTexts } from '#src/ui/use-texts.ts';

type NextDaysProps = {
  order: PurchaseChild<'order'>;
  product: Product | undefined;
  context: OrderContext;
  busy: boolean;
};

/**
 * The next days with the stock of each: that of the chosen product, otherwise the best of all products, which the page contains.
 * Choosing a day reads it again. Further days are in a calendar, here until a product is chosen, which has its own below.
 */
export function NextDays({ order, product, context, busy }: NextDaysProps) {
  const { t, price } = useTexts();
  const locale = useLocale();
  const today = useToday();
  const { products, configurations } = useCatalogue();
  const { choice, days } = context;
  /** Picked while the days of the chosen product were being loaded. */
  const [early, setEarly] = useState<string | null>(null);
  const pick = (day: string) => (product && busy ? setEarly(day) : order.send({ type: 'day.choose', day }));
  useEffect(() => {
    if (early === null || busy) return;
    setEarly(null);
    if (days.some(({ date, state }) => date === early && isFree(state))) order.send({ type: 'day.choose', day: early });
  }, [early, busy, days, order]);
  const next = (configurations.arrival?.days ?? []).filter(({ date }) => date >= today);
  const lastDays = products.filter(({ sale_type }) => sale_type !== 'period').map(({ sale_to }) => sale_to);
  const last = lastDays.sort().at(-1);
  if (product?.sale_type === 'period' || !last) return null;
  const weekdays = weekdayNames(locale);
  const chips = next.map((stock) => {
    const { state } = days.find(({ date }) => date === stock.date) ?? stock;
    const { date, price_from } = stock;
    const month = date.endsWith('-01') || date === next[0]?.date ? `${shortMonth(date, locale)} ` : '';
    return {
      id: date,
      state,
      time: (
        <>
          <span className="vh">{longDay(date, locale)}</span>
          <span aria-hidden="true">
            {weekdays[weekdayOf(date)]?.short}
            <b>{month + Number(date.slice(8))}</b>
          </span>
        </>
      ),
      stock: <span className="vh">{t(stockTexts[state])}</span>,
      // once a ticket is chosen, its own prices stand at its kinds
      price: !product && isFree(state) && price_from > 0 ? price(price_from) : null,
      data: marks('day.choose', { key: date }),
    };
  });
  // all products as one, for the calendar; days without seats have the price 0
  const allProducts = {
    sale_from: today,
    sale_to: last,
    price_from: Math.min(...days.map((day) => day.price_from).filter(Boolean)),
  };
  return (
    <section className="next-days">
      {chips.length > 0 ? (
        <SlotList
          legend={<span className="vh">{t('order_next_days')}</span>}
          name="next_day"
          value={early ?? choice.day}
          groups={[{ key: 'next', slots: chips }]}
          onPick={pick}
        />
      ) : null}
      {product ? null : choice.month === null ? (
        <Button variant="quiet" {...buttonProps(order, { type: 'month.show', month: today }, { key: today })}>
          {t('order_more_days')}
        </Button>
      ) : (
        <VisitDay actor={order} product={allProducts} context={context} busy={busy} />
      )}
    </section>
  );
}
