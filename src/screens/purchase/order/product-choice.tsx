import { type ReactNode, type Ref, useEffect, useRef } from 'react';
import type { SnapshotFrom } from 'xstate';
import type { orderMachine } from '#machines/order/order.machine.ts';
import type { PurchaseChild } from '#machines/refs.ts';
import { quantityOf } from '#src/domain/order-lines.ts';
import type { Product, TimeSpan } from '#src/domain/product.ts';
import { buttonProps, marks } from '#src/screens/control.ts';
import { nearestFree, useSlotTexts } from '#src/screens/slots/slots.ts';
import { LookUpAgain, VisitDay } from '#src/screens/slots/visit-day.tsx';
import { VisitTimes } from '#src/screens/slots/visit-times.tsx';
import { isAway } from '#src/screens/visit.tsx';
import { Button } from '#src/ui/button.tsx';
import { Unfold } from '#src/ui/card.tsx';
import { intoView } from '#src/ui/into-view.ts';
import { Section } from '#src/ui/layout.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { OptionRow, Stepper } from '#src/ui/stepper.tsx';
import { type MessageId, unbroken, useTexts } from '#src/ui/use-texts.ts';
import { type Limit, limitOf, lookupOf, type PricedLine, partIds } from './order-view.ts';

type ProductChoiceProps = {
  order: PurchaseChild<'order'>;
  product: Product;
  snapshot: SnapshotFrom<typeof orderMachine>;
  lines: readonly PricedLine[];
  /** The notice of a refused order, which receives the focus. */
  refusal: Ref<HTMLDivElement>;
  /** The set products. */
  children: ReactNode;
};

type SlotGoneProps = Pick<ProductChoiceProps, 'order' | 'product' | 'snapshot'> & { ref: Ref<HTMLDivElement> };

/** The slot that is no longer available, and the nearest free ones of that day. */
function SlotGone({ order, product, snapshot, ref }: SlotGoneProps) {
  const { t } = useTexts();
  const slotTexts = useSlotTexts();
  const { missed, slots, choice, failure } = snapshot.context;
  // the day's slots are read again
  const pending = snapshot.hasTag('pending');
  if (!missed) return null;
  const slot = slotTexts.visit(product.sale_type, missed);
  const left = slots.find(({ id }) => id === missed.id)?.remaining ?? 0;
  const free = pending ? [] : nearestFree(slots, missed, quantityOf(choice.lines));
  const next = free.length > 0 ? t('order_slot_nearest') : t('order_slot_no_nearest');
  const title = () => {
    if (failure?.code === 'ticket_not_on_sale') return t('order_slot_closed', { slot });
    return left > 0 && !pending ? t('order_slot_short', { slot, count: left }) : t('order_slot_gone', { slot });
  };
  return (
    <NoticeBox
      ref={ref}
      role="alert"
      tone="error"
      level={3}
      title={unbroken(title())}
      actions={free.map((timespan) => (
        <Button key={timespan.id} {...buttonProps(order, { type: 'timespan.choose', timespan }, { key: timespan.id })}>
          {unbroken(slotTexts.time(timespan))}
        </Button>
      ))}
      text={pending ? t('order_searching') : next}
    />
  );
}

const limitTexts = {
  option: 'order_limit_option',
  total: 'order_limit_total',
  stock: 'order_limit_stock',
} as const satisfies Record<Limit['by'], MessageId>;

type OptionLinesProps = Pick<ProductChoiceProps, 'order' | 'product' | 'lines'> & { timespan: TimeSpan | null };

/** The count of each kind of ticket; at a limit, the reason for it is shown. */
function OptionLines({ order, product, timespan, lines }: OptionLinesProps) {
  const { t, price } = useTexts();
  return (
    <div className="option-rows">
      {lines.map((line) => {
        const { option, count } = line;
        const { max, ...limit } = limitOf(product, timespan, lines, line);
        return (
          <OptionRow
            key={option.id}
            name={option.name}
            detail={option.note}
            price={line.price > 0 ? price(line.price) : t('order_price_free')}
          >
            <Stepper
              name={option.id}
              label={option.name}
              decreaseLabel={t('order_option_less', { name: option.name })}
              increaseLabel={t('order_option_more', { name: option.name })}
              value={count}
              valueText={t('common_times', { name: option.name, count })}
              min={Math.min(option.min, count)}
              max={Math.max(count, max)}
              limit={
                count >= max
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
              data={marks('option.set', { key: option.id })}
            />
          </OptionRow>
        );
      })}
    </div>
  );
}

type NextPart = { hasTime: boolean; day: string | null; areTimesShown: boolean };

/**
 * Brings the kinds of tickets into view when a product is chosen, and the times of a day when that is. A page that opens with a
 * chosen time stays where it is.
 */
const useNextPart = ({ hasTime, day, areTimesShown }: NextPart) => {
  /** Undefined before the first effect. */
  const lastDay = useRef<string | null>(undefined);
  /** A day was chosen, and its times are not shown yet. */
  const areTimesAwaited = useRef(false);
  useEffect(() => {
    if (lastDay.current === undefined && !hasTime) intoView(document.getElementById(partIds.options));
    if (lastDay.current !== undefined && lastDay.current !== day) areTimesAwaited.current = true;
    lastDay.current = day;
    if (!areTimesAwaited.current || !areTimesShown) return;
    areTimesAwaited.current = false;
    intoView(document.getElementById(partIds.times));
    // the day that had the focus is folded on a phone
    const change = document.querySelector<HTMLElement>(`#${partIds.day} .unfold input`);
    if (document.activeElement === document.body) change?.focus({ preventScroll: true });
  }, [hasTime, day, areTimesShown]);
};

/** How many tickets of one product, which decides what times have room; their day and time; and its set products. */
export function ProductChoice({ order, product, snapshot, lines, refusal, children }: ProductChoiceProps) {
  const { t } = useTexts();
  const slotTexts = useSlotTexts();
  const { context } = snapshot;
  const [slot] = context.slots;
  const { sale_type, min_quantity: min, max_quantity: max } = product;
  const { busy, missing } = lookupOf(snapshot);
  const hint = min > 1 ? t('order_quantity_hint', { min, max }) : t('order_quantity_hint_max', { max });
  const { choice, next } = context;
  const areTimesShown = slot !== undefined && busy !== 'slots';
  useNextPart({ hasTime: choice.timespan !== null, day: choice.day, areTimesShown });
  const lookUpAgain = <LookUpAgain actor={order} failed={context.failure !== null} />;
  const times =
    slot || next || context.missed || busy === 'slots' || missing === 'slots' ? (
      <>
        {missing === 'slots' ? lookUpAgain : null}
        <SlotGone ref={refusal} order={order} product={product} snapshot={snapshot} />
        <div id={partIds.times}>
          <VisitTimes
            actor={order}
            product={product}
            context={context}
            busy={busy === 'slots'}
            next={next}
            wanted={quantityOf(choice.lines)}
          />
        </div>
        {sale_type !== 'period' && slot && isAway(slot.reservation_from) ? (
          <p className="fine">{t('order_zone_hint')}</p>
        ) : null}
      </>
    ) : null;
  return (
    <>
      <Section id={partIds.options} title={t('order_options')} aside={unbroken(hint)}>
        <OptionLines order={order} product={product} timespan={choice.timespan} lines={lines} />
      </Section>
      <Section
        id={partIds.day}
        title={t(sale_type === 'period' ? 'order_when_period' : 'order_when')}
        aside={
          choice.day && sale_type !== 'period' ? (
            <>
              <b>{slotTexts.shortDay(choice.day)}</b>
              <Unfold key={choice.day}>{t('order_change')}</Unfold>
            </>
          ) : null
        }
      >
        {sale_type === 'period' ? null : (
          <>
            <VisitDay actor={order} product={product} context={context} busy={busy === 'days'} />
            <p className="fine">{t('order_visit_notice')}</p>
          </>
        )}
        {missing === 'days' ? lookUpAgain : null}
        {sale_type === 'time' ? null : times}
      </Section>
      {sale_type === 'time' && times ? <Section>{times}</Section> : null}
      {children}
      {product.caution ? (
        <Section title={t('order_caution')}>
          <p>{product.caution}</p>
        </Section>
      ) : null}
    </>
  );
}
