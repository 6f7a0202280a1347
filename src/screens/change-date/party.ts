import { priceAt, totalOf } from '#src/domain/money.ts';
import type { Product, TimeSpan } from '#src/domain/product.ts';
import type { Ticket } from '#src/domain/ticket.ts';
import { useTexts } from '#src/ui/use-texts.ts';

/** Total in yen of the ticket's people at another time, at the product's current prices. */
export const partyPrice = (ticket: Ticket, product: Product, { surcharge }: TimeSpan): number =>
  totalOf(
    ticket.order_options.map(({ id, quantity }) => ({
      count: quantity,
      price: priceAt(product.options.find((option) => option.id === id)?.add_cost ?? 0, surcharge),
    })),
  );

/**
 * Returns why this ticket may not change to a time, in addition to what the list shows (sold out, closed); null if it may. The
 * server enforces the same rules.
 */
export const useBar = (ticket: Ticket, product: Product): ((slot: TimeSpan) => string | null) => {
  const { t, price } = useTexts();
  return (slot) => {
    if (slot.id === ticket.time_span_id) return t('changedate_own');
    if (slot.state === 'sold_out' || slot.state === 'closed') return null;
    const more = partyPrice(ticket, product, slot) - ticket.price;
    if (more > 0) return t('changedate_dearer', { price: price(more) });
    return slot.remaining < ticket.quantity ? t('changedate_short', { count: slot.remaining }) : null;
  };
};
