import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { OrderContext } from '#machines/order/order.types.ts';
import type { PurchaseChild } from '#machines/refs.ts';
import type { ChoiceLine } from '#src/domain/order.ts';
import { refusedSet } from '#src/domain/order-lines.ts';
import type { SetProduct } from '#src/domain/product.ts';
import { buttonProps, marks } from '#src/screens/control.ts';
import { usePurchaseChild } from '#src/screens/shop.ts';
import { stockTexts } from '#src/screens/slots/slots.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { Fold } from '#src/ui/fold.tsx';
import { Section } from '#src/ui/layout.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { OptionRow, Stepper } from '#src/ui/stepper.tsx';
import { useChanged } from '#src/ui/use-changed.ts';
import { unbroken, useTexts } from '#src/ui/use-texts.ts';
import { whenIdle } from '#src/ui/when-idle.ts';

/** Notice about chosen set products: refused, reduced or removed, by name; or that they could not be loaded. */
function SetNotice({ order, context }: { order: PurchaseChild<'order'>; context: OrderContext }) {
  const { t } = useTexts();
  const { choice, fewer, failure, setsOf } = context;
  const box = useRef<HTMLDivElement>(null);
  const index = refusedSet(failure);
  const isRefused = index >= 0;

  // A refused submit moves the focus to the reason; a page reload does not.
  useChanged(failure, () => isRefused && box.current?.focus());

  const refused = choice.sets[index];
  // `setsOf` is set when the search begins, and null once it failed.
  const isUnread = choice.timespan !== null && choice.timespan.id !== setsOf;
  return (
    <>
      {fewer.length > 0 || refused ? (
        <NoticeBox ref={box} role={isRefused ? 'alert' : 'status'} tone={isRefused ? 'error' : 'warn'}>
          {fewer.map(({ id, name, count }) => (
            <p key={id}>
              {count > 0 ? unbroken(t('order_set_fewer', { name, count })) : t('order_set_gone', { name })}
            </p>
          ))}
          {refused && fewer.length === 0 ? <p>{t('order_set_refused', { name: refused.name })}</p> : null}
        </NoticeBox>
      ) : null}
      {isUnread ? (
        <NoticeBox
          role="status"
          actions={<Button {...buttonProps(order, { type: 'setproducts.again' })}>{t('common_try_again')}</Button>}
          text={t('order_sets_failed')}
        />
      ) : null}
    </>
  );
}

type SetRowProps = {
  order: PurchaseChild<'order'>;
  /** The chosen count, at the current price. */
  line: ChoiceLine;
  /** Undefined until the offers are loaded. */
  offer: SetProduct | undefined;
};

/** A set product: name, price, stock if it is low, and its count. */
function SetRow({ order, line, offer }: SetRowProps) {
  const { t, price } = useTexts();
  const { id, name, count } = line;
  const max = offer ? Math.min(offer.max, offer.remaining) : count;
  const isLimitedByStock = offer !== undefined && offer.remaining <= offer.max;
  const limit = isLimitedByStock ? t('order_set_limit_stock', { count: max }) : t('order_set_limit', { count: max });
  return (
    <OptionRow
      name={name}
      detail={offer?.description}
      price={
        <>
          <span>{line.price > 0 ? price(line.price) : t('order_price_free')}</span>{' '}
          {offer?.state === 'few' && count < max ? (
            <Badge tone="warn">{unbroken(t('order_set_left', { count: offer.remaining }))}</Badge>
          ) : null}
        </>
      }
    >
      {offer && max === 0 && count === 0 ? (
        <Badge tone="danger">{t(stockTexts[offer.state])}</Badge>
      ) : (
        <Stepper
          name={id}
          label={name}
          decreaseLabel={t('order_set_less', { name })}
          increaseLabel={t('order_set_more', { name })}
          value={count}
          valueText={t('common_times', { name, count })}
          max={Math.max(count, max)}
          limit={offer && count >= max ? unbroken(limit) : null}
          onChange={(wanted) => order.send({ type: 'setproduct.set', line: { ...line, count: wanted } })}
          data={marks('setproduct.set', { key: id })}
        />
      )}
    </OptionRow>
  );
}

function Offered({ order }: { order: PurchaseChild<'order'> }) {
  const { t } = useTexts();
  const context = useSelector(order, (snapshot) => snapshot.context);
  const { offers, choice } = context;
  // Chosen set products have a row even before the offers are loaded.
  const unknown = choice.sets.filter(({ id }) => !offers.some(({ uuid }) => uuid === id));
  const rows = [
    ...offers.map((offer) => {
      const { uuid: id, product_name: name, add_cost: price } = offer;
      const count = choice.sets.find((line) => line.id === id)?.count ?? 0;
      return { offer, line: { id, name, price, count } };
    }),
    ...unknown.map((line) => ({ offer: undefined, line })),
  ];
  const notice = <SetNotice order={order} context={context} />;
  if (rows.length === 0) return notice;
  return (
    <Section>
      {notice}
      <Fold
        summary={
          <>
            <h2 className="section-title">{t('order_sets')}</h2> {t('common_optional')}
          </>
        }
        isNeeded={rows.some(({ line }) => line.count > 0)}
      >
        <div className="option-rows">
          {rows.map(({ line, offer }) => (
            <SetRow key={line.id} order={order} line={line} offer={offer} />
          ))}
        </div>
      </Fold>
    </Section>
  );
}

/** The set products of the chosen time; loaded separately, shown if any are offered (docs/product.md#screen-order). */
export function SetProducts() {
  const { t } = useTexts();
  const order = usePurchaseChild('order');
  // The next step counts tickets; a language's first plural makes the browser read its rules (50 ms on a phone).
  const formPlural = useEffectEvent(() => void t('order_count', { count: 1 }));
  useEffect(() => whenIdle(() => formPlural()), []);
  return order ? <Offered order={order} /> : null;
}
