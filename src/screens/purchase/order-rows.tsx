import './purchase.css';
import type { Order } from '#src/domain/order.ts';
import { useTranslatedOrder } from '#src/screens/translated.ts';
import { VisitText } from '#src/screens/visit.tsx';
import { SummaryList, type SummaryRow } from '#src/ui/summary-list.tsx';
import { unbroken, useTexts } from '#src/ui/use-texts.ts';

type Line = { key: string; text: string; amount: string };

function Lines({ lines }: { lines: readonly Line[] }) {
  return (
    <ul className="lines">
      {lines.map(({ key, text, amount }) => (
        <li key={key}>
          <span>{unbroken(text)}</span>
          <span className="amount">{amount}</span>
        </li>
      ))}
    </ul>
  );
}

/** Returns a function that converts an order to summary rows: product, visit, quantities and prices. */
export const useOrderRows = (): ((order: Order) => SummaryRow[]) => {
  const { t, price } = useTexts();
  const translated = useTranslatedOrder();
  return (order) => {
    const { main_product: main, set_products, coupon } = translated(order);
    const line = (key: string, name: string, count: number, unitPrice: number): Line => ({
      key,
      text: t('common_times', { name, count }),
      amount: price(count * unitPrice),
    });
    const rowOf = (key: string, term: string, lines: readonly Line[]): SummaryRow[] =>
      lines.length > 0 ? [{ key, term, detail: <Lines lines={lines} /> }] : [];
    const tickets = main.order_options
      .filter(({ quantity }) => quantity > 0)
      .map(({ id, name, quantity, add_cost }) => line(id, name, quantity, add_cost));
    const sets = set_products
      .filter(({ quantity }) => quantity > 0)
      .map(({ id, product_name, quantity, add_cost }) => line(id, product_name, quantity, add_cost));
    const product = (
      <>
        <p>{unbroken(main.product_name)}</p>
        {main.naming_right ? <p className="fine">{t('order_presented_by', { name: main.naming_right })}</p> : null}
      </>
    );
    const when = t(main.sale_type === 'period' ? 'ticket_valid' : 'order_summary_when');
    const off = coupon && { key: 'coupon', text: coupon.coupon_name, amount: price(-coupon.coupon_discount) };
    return [
      { key: 'product', term: t('order_summary_ticket'), detail: product },
      { key: 'visit', term: when, detail: <VisitText visit={main} /> },
      ...rowOf('tickets', t('summary_tickets', { count: main.quantity }), tickets),
      ...rowOf('sets', t('summary_sets'), sets),
      ...rowOf('coupon', t('summary_coupon'), off ? [off] : []),
    ];
  };
};

/** The contents of an order, with its total. */
export function OrderList({ order }: { order: Order }) {
  const { t, price } = useTexts();
  return <SummaryList rows={useOrderRows()(order)} total={{ term: t('order_total'), detail: price(order.price) }} />;
}
