import type { ActorRefFrom } from 'xstate';
import type { orderMachine } from '#machines/order/order.machine.ts';
import type { ChoiceLine } from '#src/domain/order.ts';
import type { SetProduct } from '#src/domain/product.ts';
import { marks } from '#src/screens/control.ts';
import { stockTexts } from '#src/screens/slots/stock-texts.ts';
import { Badge } from '#src/ui/badge.tsx';
import { OptionRow } from '#src/ui/option-row.tsx';
import { Stepper } from '#src/ui/stepper.tsx';
import { unbroken } from '#src/ui/unbroken.ts';
import { useTexts } from '#src/ui/use-texts.ts';

export type SetRowProps = {
  order: ActorRefFrom<typeof orderMachine>;
  /** The chosen count, at the current price. */
  line: ChoiceLine;
  /** Undefined until the offers are loaded. */
  offer: SetProduct | undefined;
};

/** One set product: name, price, stock if it is low, and its count. */
export function SetRow({ order, line, offer }: SetRowProps) {
  const { t, price } = useTexts();
  const { id, name, count } = line;
  const most = offer ? Math.min(offer.max, offer.remaining) : count;
  const data = marks('setproduct.set', { key: id });
  const isLast = offer !== undefined && offer.remaining <= offer.max;
  const limit = isLast ? t('order_set_limit_stock', { count: most }) : t('order_set_limit', { count: most });
  return (
    <OptionRow
      name={name}
      detail={offer?.description}
      price={
        <>
          <span>{line.price > 0 ? price(line.price) : t('order_price_free')}</span>{' '}
          {offer?.state === 'few' && count < most ? (
            <Badge tone="warn">{unbroken(t('order_set_left', { count: offer.remaining }))}</Badge>
          ) : null}
        </>
      }
    >
      {offer && most === 0 && count === 0 ? (
        <Badge tone="danger">{t(stockTexts[offer.state])}</Badge>
      ) : (
        <Stepper
          id={`order-set-${id}`}
          name={id}
          label={name}
          decreaseLabel={t('order_set_less', { name })}
          increaseLabel={t('order_set_more', { name })}
          value={count}
          valueText={t('common_times', { name, count })}
          max={Math.max(count, most)}
          limit={offer && count >= most ? unbroken(limit) : null}
          onChange={(wanted) => order.send({ type: 'setproduct.set', line: { ...line, count: wanted } })}
          data={data}
          decreaseData={data}
          increaseData={data}
        />
      )}
    </OptionRow>
  );
}
