import type { ReactNode } from 'react';
import type { Order } from '#src/domain/order.ts';
import type { TimeSpan } from '#src/domain/product.ts';
import { TotalBar } from '#src/ui/total-bar.tsx';
import { unbroken, useTexts } from '#src/ui/use-texts.ts';
import { useShortVisit } from './visit.tsx';

/** Characters of a kind of ticket's name; a longer one would take a second line of the bar. */
const maxNameLength = 8;

type Sold = Parameters<ReturnType<typeof useShortVisit>>[0] &
  Pick<Order['main_product'], 'product_name' | 'quantity' | 'order_options'>;

type Props = { sold: Sold; amount?: ReactNode; next?: TimeSpan | null; children?: ReactNode };

/** "Adult × 2", "Sat 28 Nov 18:00" and the amount, with the button to the next step; `next`: the visit that it is changed to. */
export function VisitBar({ sold, amount, next, children }: Props) {
  const { t } = useTexts();
  const short = useShortVisit();
  const { product_name, quantity, order_options, sale_type } = sold;
  const [line, other] = order_options.filter((option) => option.quantity > 0);
  const isNamed = line && !other && line.name.length <= maxNameLength;
  const count = isNamed
    ? t('common_times', { name: line.name, count: quantity })
    : t('order_count', { count: quantity });
  const chosen = next && short({ ...next, sale_type });
  return (
    <TotalBar
      label={
        <>
          <b>{unbroken(product_name)}</b>
          <span>{unbroken(count)}</span>
          {chosen ? <s>{unbroken(short(sold))}</s> : <span>{unbroken(short(sold))}</span>}
          {chosen ? <strong>{unbroken(chosen)}</strong> : null}
        </>
      }
      amount={amount}
      announce={chosen ? `${t('changedate_new_date')} ${chosen}` : ''}
    >
      {children}
    </TotalBar>
  );
}
