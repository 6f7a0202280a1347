import type { ActorRefFrom } from 'xstate';
import type { orderMachine } from '#machines/order/order.machine.ts';
import type { Product, TimeSpan } from '#src/domain/product.ts';
import { marks } from '#src/screens/control.ts';
import { OptionRow, OptionRows } from '#src/ui/option-row.tsx';
import { Stepper } from '#src/ui/stepper.tsx';
import { unbroken } from '#src/ui/unbroken.ts';
import { type MessageId, useTexts } from '#src/ui/use-texts.ts';
import { type Limit, limitOf, type PricedLine } from './order-view.ts';

/** Id of an option's count, for links to "choose how many". */
export const optionId = (id: string): string => `order-option-${id}`;

const limitTexts = {
  option: 'order_limit_option',
  total: 'order_limit_total',
  stock: 'order_limit_stock',
} as const satisfies Record<Limit['by'], MessageId>;

export type OptionLinesProps = {
  order: ActorRefFrom<typeof orderMachine>;
  product: Product;
  timespan: TimeSpan | null;
  lines: readonly PricedLine[];
};

/** The count of each kind of ticket; at a limit, the reason for it is shown. */
export function OptionLines({ order, product, timespan, lines }: OptionLinesProps) {
  const { t, price } = useTexts();
  return (
    <OptionRows>
      {lines.map((line) => {
        const { option, count } = line;
        const { most, ...limit } = limitOf(product, timespan, lines, line);
        const data = marks('option.set', { key: option.id });
        return (
          <OptionRow
            key={option.id}
            name={option.name}
            detail={option.note}
            price={line.price > 0 ? price(line.price) : t('order_price_free')}
          >
            <Stepper
              id={optionId(option.id)}
              name={option.id}
              label={option.name}
              decreaseLabel={t('order_option_less', { name: option.name })}
              increaseLabel={t('order_option_more', { name: option.name })}
              value={count}
              valueText={t('common_times', { name: option.name, count })}
              min={Math.min(option.min, count)}
              max={Math.max(count, most)}
              limit={
                count >= most
                  ? unbroken(t(limitTexts[limit.by], { count: limit.count }))
                  : count < option.min
                    ? unbroken(t('order_limit_least', { count: option.min }))
                    : null
              }
              onChange={(wanted) =>
                order.send({
                  type: 'option.set',
                  line: { id: option.id, name: option.name, price: line.price, count: wanted },
                })
              }
              data={data}
              decreaseData={data}
              increaseData={data}
            />
          </OptionRow>
        );
      })}
    </OptionRows>
  );
}
