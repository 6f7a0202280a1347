import './made-ticket.css';
import type { Order } from '#src/domain/order.ts';
import { useTranslatedOrder } from '#src/screens/purchase/translated-order.ts';
import { useCard } from '#src/screens/ticket/use-card.tsx';
import { TicketCard, type TicketCardProps } from '#src/ui/ticket-card.tsx';
import { useTexts } from '#src/ui/use-texts.ts';

/** The ticket that was bought, as the visitor will know it again; its code is on its own page. */
export function MadeTicket({ order, ...rest }: { order: Order } & Pick<TicketCardProps, 'number' | 'meaning'>) {
  const { t } = useTexts();
  const { main_product: main, set_products } = useTranslatedOrder()(order);
  const line = (key: string, name: string, count: number) => ({ key, name, count: t('ticket_count', { count }) });
  const lines = [
    ...main.order_options.map(({ id, name, quantity }) => ({ ...line(id, name, quantity), quantity })),
    ...set_products.map(({ id, product_name, quantity }) => ({ ...line(id, product_name, quantity), quantity })),
  ].filter(({ quantity }) => quantity > 0);
  return (
    <div className="made-ticket">
      <TicketCard {...useCard(main)} {...rest} code={null} lines={lines} />
    </div>
  );
}
