import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { orderMachine } from '#machines/order/order.machine.ts';
import { usePurchaseChild } from '#src/screens/shop.ts';
import { Fold } from '#src/ui/fold.tsx';
import { OptionRows } from '#src/ui/option-row.tsx';
import { Section } from '#src/ui/section.tsx';
import { useTexts } from '#src/ui/use-texts.ts';
import { whenIdle } from '#src/ui/when-idle.ts';
import { SetNotice } from './set-notice.tsx';
import { SetRow } from './set-row.tsx';

function Offered({ order }: { order: ActorRefFrom<typeof orderMachine> }) {
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
        <OptionRows>
          {rows.map(({ line, offer }) => (
            <SetRow key={line.id} order={order} line={line} offer={offer} />
          ))}
        </OptionRows>
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
