import type { ActorRefFrom } from 'xstate';
import type { orderMachine } from '#machines/order/order.machine.ts';
import { addMonths } from '#src/domain/dates.ts';
import type { Product, SaleType } from '#src/domain/product.ts';
import { marks } from '#src/screens/control.ts';
import { Badge } from '#src/ui/badge.tsx';
import { CardGroup, RadioCard } from '#src/ui/card.tsx';
import { type MessageId, useTexts } from '#src/ui/use-texts.ts';

const typeTexts = {
  period: 'order_type_period',
  date: 'order_type_date',
  time: 'order_type_time',
} as const satisfies Record<SaleType, MessageId>;

/** Id of the first card, for links to "choose a ticket". */
export const productsId = 'order-products';

export type ProductCardsProps = {
  order: ActorRefFrom<typeof orderMachine>;
  products: readonly Product[];
  chosen: Product | undefined;
  today: string;
};

/** The products on sale; choosing one opens the calendar on the first month with visits. */
export function ProductCards({ order, products, chosen, today }: ProductCardsProps) {
  const { t, price } = useTexts();
  const choose = ({ uuid, sale_type, min_quantity, max_quantity, sale_from }: Product) =>
    order.send({
      type: 'product.choose',
      product: { uuid, sale_type, min_quantity, max_quantity },
      month: addMonths(sale_from > today ? sale_from : today, 0),
    });
  return (
    <CardGroup legend={t('order_products')}>
      {products.map((product, index) => (
        <RadioCard
          {...marks('product.choose', { key: product.uuid })}
          key={product.uuid}
          id={index === 0 ? productsId : undefined}
          name="product_uuid"
          value={product.uuid}
          checked={product.uuid === chosen?.uuid}
          onPick={() => choose(product)}
          heading={product.product_name}
          badge={<Badge>{t(typeTexts[product.sale_type])}</Badge>}
          description={product.description}
          price={
            product.price_from > 0 ? t('order_price_from', { price: price(product.price_from) }) : t('order_price_free')
          }
          detail={product.naming_right ? t('order_presented_by', { name: product.naming_right }) : null}
        />
      ))}
    </CardGroup>
  );
}
