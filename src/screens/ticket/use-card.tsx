import { useMemo } from 'react';
import { inkOn } from '#src/domain/ink.ts';
import { mapOf } from '#src/domain/site.ts';
import { useShop } from '#src/screens/shop.ts';
import { useVisit } from '#src/screens/visit.tsx';
import type { TicketCardProps } from '#src/ui/ticket-card.tsx';
import { unbroken, useTexts } from '#src/ui/use-texts.ts';

type Sold = Parameters<ReturnType<typeof useVisit>>[0] & {
  product_name: string;
  naming_right: string;
  caution: string;
  order_options: readonly { id: string; name: string; quantity: number }[];
  set_products: readonly { id: string; product_name: string; quantity: number }[];
};

/** Returns a function that converts what was bought to the props of a ticket's card, without its code. */
export const useCard = () => {
  const { t } = useTexts();
  const { site, lang } = useShop();
  const visitOf = useVisit();
  const { pc, sp } = site.ticketHeaderColor;
  const color = useMemo(() => ({ pc, sp, ink: inkOn(pc, sp) }), [pc, sp]);
  const place = (
    <>
      <a href={mapOf(site.exhibition, lang)} target="_blank" rel="noreferrer">
        {site.exhibition.place[lang]}
        <span className="vh">{t('common_new_tab')}</span>
      </a>
      <br />
      <span>{unbroken(site.exhibition.openingHours[lang])}</span>
    </>
  );
  return (sold: Sold) => {
    const { date, time, zone } = visitOf(sold);
    const sets = sold.set_products.map(({ product_name, ...set }) => ({ ...set, name: product_name }));
    const lines = [...sold.order_options, ...sets].filter(({ quantity }) => quantity > 0);
    return {
      site: site.title[lang],
      product: sold.product_name,
      naming: sold.naming_right ? t('order_presented_by', { name: sold.naming_right }) : null,
      dateLabel: t(time ? 'ticket_visit' : 'ticket_valid'),
      date: unbroken(date),
      time: time ? (
        <>
          <span>{unbroken(time)}</span>
          {zone ? <span className="zone">{zone}</span> : null}
        </>
      ) : null,
      place,
      caution: sold.caution ? <p>{sold.caution}</p> : null,
      codeLabel: t('ticket_code'),
      lines: lines.map(({ id, name, quantity }) => ({ key: id, name, count: t('ticket_count', { count: quantity }) })),
      linesLabel: t('ticket_lines'),
      numberLabel: t('ticket_number'),
      color,
    } satisfies Partial<TicketCardProps>;
  };
};
