import type { Ticket } from '#src/domain/ticket.ts';
import { VisitText } from '#src/screens/visit.tsx';
import { SummaryList, type SummaryRow } from '#src/ui/summary-list.tsx';
import { unbroken, useTexts } from '#src/ui/use-texts.ts';

/** Returns a function that converts a ticket to summary rows: product, visit, people. */
export const useTicketRows = (): ((ticket: Ticket) => SummaryRow[]) => {
  const { t } = useTexts();
  return (ticket) => {
    const when = t(ticket.sale_type === 'period' ? 'ticket_valid' : 'order_summary_when');
    const people = ticket.order_options
      .filter(({ quantity }) => quantity > 0)
      .map(({ id, name, quantity }) => <p key={id}>{t('common_times', { name, count: quantity })}</p>);
    return [
      { key: 'product', term: t('order_summary_ticket'), detail: unbroken(ticket.product_name) },
      { key: 'visit', term: when, detail: <VisitText visit={ticket} /> },
      { key: 'people', term: t('order_summary_tickets'), detail: people },
    ];
  };
};

export function AboutTicket({ ticket }: { ticket: Ticket }) {
  return <SummaryList rows={useTicketRows()(ticket)} />;
}
