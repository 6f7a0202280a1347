import { priceAt, totalOf } from '#src/domain/money.ts';
import type { Product, TimeSpan } from '#src/domain/product.ts';
import type { Ticket } from '#src/domain/ticket.ts';
import { useWords } from '#src/ui/words.ts';

/** In: a ticket, its product as it is sold today, a timespan. Out: yen that the ticket's people cost there. */
export const partyPrice = (ticket: Ticket, product: Product, { surcharge }: TimeSpan): number =>
  totalOf(
    ticket.order_options.map(({ id, quantity }) => ({
      count: quantity,
      price: priceAt(product.options.find((option) => option.id === id)?.add_cost ?? 0, surcharge),
    })),
  );

/**
 * In: a ticket and its product. Out: for a timespan what keeps this ticket from moving there, in words, beside what the
 * list says by itself (sold out, closed); null when nothing does. The server refuses by the same rules.
 */
export const useBar = (ticket: Ticket, product: Product): ((slot: TimeSpan) => string | null) => {
  const { say, price } = useWords();
  return (slot) => {
    if (slot.id === ticket.time_span_id) return say('changedate_own');
    if (slot.state === 'sold_out' || slot.state === 'closed') return null;
    const more = partyPrice(ticket, product, slot) - ticket.price;
    if (more > 0) return say('changedate_dearer', { price: price(more) });
    return slot.remaining < ticket.quantity ? say('changedate_short', { count: slot.remaining }) : null;
  };
};
