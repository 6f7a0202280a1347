import type { Ticket } from '#src/domain/ticket.ts';
import { VisitText } from '#src/screens/visit-text.tsx';
import { SummaryList } from '#src/ui/summary-list.tsx';
import { unbroken } from '#src/ui/unbroken.ts';
import { useTexts } from '#src/ui/use-texts.ts';

/** The ticket that a page is about: product, visit, people. */
export function AboutTicket({ ticket }: { ticket: Ticket }) {
  const { t } = useTexts();
  const { product_name, order_options, sale_type } = ticket;
  return (
    <SummaryList
      rows={[
        { key: 'product', term: t('order_summary_ticket'), detail: unbroken(product_name) },
        {
          key: 'visit',
          term: t(sale_type === 'period' ? 'ticket_valid' : 'ticket_visit'),
          detail: <VisitText visit={ticket} />,
        },
        {
          key: 'people',
          term: t('order_summary_tickets'),
          detail: order_options
            .filter(({ quantity }) => quantity > 0)
            .map(({ id, name, quantity }) => <p key={id}>{t('common_times', { name, count: quantity })}</p>),
        },
      ]}
    />
  );
}
