import { useMemo } from 'react';
import { inkOn } from '#src/domain/ink.ts';
import { mapOf } from '#src/domain/site.ts';
import { useShop } from '#src/screens/shop.ts';
import { useVisit } from '#src/screens/visit.tsx';
import type { TicketCardProps } from '#src/ui/ticket-card.tsx';
import { unbroken, useTexts } from '#src/ui/use-texts.ts';

type Sold = Parameters<ReturnType<typeof useVisit>>[0] & { product_name: string; naming_right: string };

/** Props that all cards of a ticket share, before and after it has a code. */
export const useCard = (ticket: Sold) => {
  const { t } = useTexts();
  const { site, lang } = useShop();
  const { date, time, zone } = useVisit()(ticket);
  const { pc, sp } = site.ticketHeaderColor;
  const color = useMemo(() => ({ pc, sp, ink: inkOn(pc, sp) }), [pc, sp]);
  return {
    site: site.title[lang],
    product: ticket.product_name,
    naming: ticket.naming_right ? t('order_presented_by', { name: ticket.naming_right }) : null,
    dateLabel: t(time ? 'ticket_visit' : 'ticket_valid'),
    date: unbroken(date),
    time: time ? (
      <>
        <span>{unbroken(time)}</span>
        {zone ? <span className="zone">{zone}</span> : null}
      </>
    ) : null,
    place: (
      <>
        <a href={mapOf(site.exhibition, lang)} target="_blank" rel="noreferrer">
          {site.exhibition.place[lang]}
          <span className="vh">{t('common_new_tab')}</span>
        </a>
        <br />
        <span>{unbroken(site.exhibition.openingHours[lang])}</span>
      </>
    ),
    codeLabel: t('ticket_code'),
    linesLabel: t('ticket_lines'),
    numberLabel: t('ticket_number'),
    color,
  } satisfies Partial<TicketCardProps>;
};
