import type { TimeSpan } from '#src/domain/product.ts';
import type { Ticket } from '#src/domain/ticket.ts';
import { useTexts } from '#src/ui/use-texts.ts';

/**
 * Returns why this ticket may not change to a time, in addition to what the list shows (sold out, closed); null if it may. The
 * server names the price.
 */
export const useBar = (ticket: Ticket): ((slot: TimeSpan) => string | null) => {
  const { t, price } = useTexts();
  return (slot) => {
    if (slot.id === ticket.time_span_id) return t('changedate_own');
    if (slot.state === 'sold_out' || slot.state === 'closed') return null;
    const { bar, more, price: owed } = slot.change ?? { bar: null, more: 0, price: 0 };
    if (bar === 'not_buyer') return t('changedate_not_buyer', { price: price(owed) });
    if (bar) return t('changedate_dearer', { price: price(more) });
    return slot.remaining < ticket.quantity ? t('changedate_short', { count: slot.remaining }) : null;
  };
};
