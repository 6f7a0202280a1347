import './made-ticket.css';
import { inkOn } from '#src/domain/ink.ts';
import type { Order } from '#src/domain/order.ts';
import { useTranslatedOrder } from '#src/screens/purchase/translated-order.ts';
import { useShop } from '#src/screens/shop.ts';
import { useVisit } from '#src/screens/visit.ts';
import { TicketCard, type TicketCardProps } from '#src/ui/ticket-card.tsx';
import { unbroken } from '#src/ui/unbroken.ts';
import { useTexts } from '#src/ui/use-texts.ts';

/** The ticket that was bought, as the visitor will know it again; its code is on its own page. */
export function MadeTicket({ order, ...rest }: { order: Order } & Pick<TicketCardProps, 'number' | 'meaning'>) {
  const { t } = useTexts();
  const { site, lang } = useShop();
  const { main_product: main, set_products } = useTranslatedOrder()(order);
  const { date, time, zone } = useVisit()(main);
  const { pc, sp } = site.ticketHeaderColor;
  const line = (key: string, name: string, count: number) => ({ key, name, count: t('ticket_count', { count }) });
  const lines = [
    ...main.order_options.map(({ id, name, quantity }) => ({ ...line(id, name, quantity), quantity })),
    ...set_products.map(({ id, product_name, quantity }) => ({ ...line(id, product_name, quantity), quantity })),
  ].filter(({ quantity }) => quantity > 0);
  return (
    <div className="made-ticket">
      <TicketCard
        {...rest}
        site={site.title[lang]}
        product={main.product_name}
        dateLabel={t(time ? 'ticket_visit' : 'ticket_valid')}
        date={unbroken(date)}
        time={
          time ? (
            <>
              <span>{unbroken(time)}</span>
              {zone ? <span className="zone">{zone}</span> : null}
            </>
          ) : null
        }
        code={null}
        codeLabel=""
        lines={lines}
        linesLabel={t('ticket_lines')}
        numberLabel={t('ticket_number')}
        color={{ pc, sp, ink: inkOn(pc, sp) }}
      />
    </div>
  );
}
