import { Fragment, useState } from 'react';
import type { OrderContext } from '#machines/order/order.types.ts';
import type { PurchaseChild } from '#machines/refs.ts';
import { weeksOf } from '#src/domain/dates.ts';
import { needsOf } from '#src/domain/order-lines.ts';
import { isFree, type Product, type SaleType } from '#src/domain/product.ts';
import { marks } from '#src/screens/control.ts';
import { useCatalogue, useShop, useToday } from '#src/screens/shop.ts';
import { firstDayOf, stockTexts, useSlotTexts } from '#src/screens/slots/slots.ts';
import { Badge } from '#src/ui/badge.tsx';
import { CardGroup, RadioCard } from '#src/ui/card.tsx';
import { type MessageId, unbroken, useTexts } from '#src/ui/use-texts.ts';
import { partIds } from './order-view.ts';

/** In the order in which a long list has its groups. */
const typeTexts = {
  time: 'order_type_time',
  date: 'order_type_date',
  period: 'order_type_period',
} as const satisfies Record<SaleType, MessageId>;

/** From this number on, the tickets are grouped by sale type and can be searched. */
const manyProducts = 9;

const searchable = (text: string): string => text.normalize('NFKC').toLowerCase();

type ProductCardsProps = {
  order: PurchaseChild<'order'>;
  chosen: Product | undefined;
  context: OrderContext;
};

/** The products on sale; choosing one opens the calendar on the first weeks with free days. */
export function ProductCards({ order, chosen, context }: ProductCardsProps) {
  const { t, price } = useTexts();
  const { file } = useShop();
  const { products } = useCatalogue();
  const today = useToday();
  const { fitting, choice } = context;
  const { day } = choice;
  const slotTexts = useSlotTexts();
  const [query, setQuery] = useState('');
  const isLong = products.length >= manyProducts;
  const isFound = ({ product_name, description }: Product) =>
    searchable(`${product_name} ${description}`).includes(searchable(query.trim()));
  const choose = (product: Product) => {
    const { uuid, sale_type, min_quantity, max_quantity, options } = product;
    order.send({
      type: 'product.choose',
      product: { uuid, sale_type, min_quantity, max_quantity, needs: needsOf(options) },
      month: firstDayOf(product, today),
    });
  };
  /** The request that the choice leads to: the page makes it before its scripts have come (src/first-paint/page-start.js). */
  const daysUrl = (product: Product) => {
    const { from, to } = weeksOf(firstDayOf(product, today));
    return `${file('/products/search')}&product_uuid=${product.uuid}&from=${from}&to=${to}`;
  };
  const amount = (yen: number) => (yen > 0 ? price(yen) : t('order_price_free'));
  const card = (product: Product) => {
    const state = fitting.find(({ product_uuid }) => product_uuid === product.uuid)?.state;
    const isOff = day !== null && state !== undefined && !isFree(state);
    return (
      <RadioCard
        {...marks('product.choose', { key: product.uuid })}
        data-ahead={product.sale_type === 'period' ? undefined : daysUrl(product)}
        key={product.uuid}
        className="product"
        name="product_uuid"
        value={product.uuid}
        checked={product.uuid === chosen?.uuid}
        aria-disabled={isOff || undefined}
        onPick={() => isOff || choose(product)}
        heading={unbroken(product.product_name)}
        badge={isLong ? null : <Badge>{t(typeTexts[product.sale_type])}</Badge>}
        description={product.description ? unbroken(product.description) : null}
        price={product.options.map(({ id, name, add_cost }) => (
          <span key={id}>
            {`${name} `}
            <b>{amount(add_cost)}</b>
          </span>
        ))}
        detail={
          isOff
            ? unbroken(t('order_day_name', { day: slotTexts.day(day), state: t(stockTexts[state]) }))
            : product.naming_right
              ? t('order_presented_by', { name: product.naming_right })
              : null
        }
      />
    );
  };
  const found = isLong ? products.filter(isFound) : products;
  const shown = products.filter((product) => product === chosen || found.includes(product));
  return (
    <CardGroup
      id={partIds.product}
      legend={t('order_products')}
      change={products.length > 1 ? t('order_change') : null}
    >
      {isLong ? (
        <label className="ticket-search">
          <span>{t('order_search')}</span>
          <input type="search" value={query} onChange={(event) => setQuery(event.target.value)} />
          <span role="status">{query ? t('order_search_found', { count: found.length }) : null}</span>
        </label>
      ) : null}
      {isLong
        ? Object.entries(typeTexts).map(([type, text]) => {
            const group = shown.filter(({ sale_type }) => sale_type === type);
            return group.length > 0 ? (
              <Fragment key={type}>
                <h3 className="card-group">{t(text)}</h3>
                {group.map(card)}
              </Fragment>
            ) : null;
          })
        : shown.map(card)}
    </CardGroup>
  );
}
