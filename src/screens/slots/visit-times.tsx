import { clock } from '#src/domain/dates.ts';
import type { Product, TimeSpan } from '#src/domain/product.ts';
import { marks } from '#src/screens/control.ts';
import { Announcement } from '#src/ui/announcement.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { SlotList } from '#src/ui/slot-list.tsx';
import { unbroken } from '#src/ui/unbroken.ts';
import { type MessageId, useTexts } from '#src/ui/use-texts.ts';
import { stockTexts } from './stock-texts.ts';
import { useSlotTexts } from './use-slot-texts.ts';

export type VisitTimesProps = {
  /** Receives the choice. */
  actor: { send: (event: { type: 'timespan.choose'; timespan: TimeSpan }) => void };
  product: Product;
  context: { choice: { day: string | null; timespan: TimeSpan | null }; slots: readonly TimeSpan[] };
  busy: boolean;
  /** Why a time may not be chosen, as text; with it even the only time of a day has to be picked. */
  barOf?: (slot: TimeSpan) => string | null;
};

const tones = { plenty: 'ok', few: 'warn', sold_out: 'danger', closed: 'plain' } as const;

const parts = ['morning', 'afternoon', 'evening'] as const;
const partTexts = {
  morning: 'order_slots_morning',
  afternoon: 'order_slots_afternoon',
  evening: 'order_slots_evening',
} as const satisfies Record<(typeof parts)[number], MessageId>;

/** The part of the day in which a time begins; a period has none. */
const partOf = ({ sale_type }: Product, { reservation_from }: TimeSpan): (typeof parts)[number] => {
  const hour = sale_type === 'period' ? 0 : Number(clock(reservation_from).slice(0, 2));
  return hour < 12 ? 'morning' : hour < 17 ? 'afternoon' : 'evening';
};

/** The slots of the day; a season or day with only one time shows it without a choice. */
export function VisitTimes({ actor, product, context, busy, barOf }: VisitTimesProps) {
  const { t, price } = useTexts();
  const slotTexts = useSlotTexts();
  const { choice, slots } = context;
  const [only, ...others] = slots;
  const stockOf = ({ state, remaining }: TimeSpan) =>
    state === 'few' ? t('order_stock_few_count', { count: remaining }) : t(stockTexts[state]);

  // A surcharge that is the same for all times of the day is already shown in the calendar and at the options.
  const differ = slots.some(({ surcharge }) => surcharge !== only?.surcharge);

  if (busy) return <Skeleton kind={product.sale_type === 'time' ? 'slots' : 'line'} label={t('order_searching')} />;
  if (!only) return null;
  if (product.sale_type !== 'time' && others.length === 0 && !barOf)
    return (
      <>
        <Announcement text={stockOf(only)} />
        <p>
          <span>{unbroken(slotTexts.visit(product.sale_type, only))}</span>{' '}
          <Badge tone={tones[only.state]}>{stockOf(only)}</Badge>
        </p>
      </>
    );
  const few = slots.filter(({ state }) => state === 'few').length;
  const count = few + slots.filter(({ state }) => state === 'plenty').length;
  // A time whose sale is over is shown only where no other is left, or to the one who chose it.
  const isShown = ({ id, state }: TimeSpan) => state !== 'closed' || count === 0 || id === choice.timespan?.id;
  const shown = slots.filter(isShown).map((slot) => {
    const bar = barOf?.(slot) ?? null;
    return {
      id: slot.id,
      part: partOf(product, slot),
      time: unbroken(product.sale_type === 'period' ? slotTexts.visit('period', slot) : slotTexts.time(slot)),
      state: slot.state,
      stock: bar ? unbroken(bar) : slot.state === 'plenty' ? null : unbroken(stockOf(slot)),
      barred: bar !== null,
      price: differ && slot.surcharge > 0 && !bar ? t('order_surcharge', { price: price(slot.surcharge) }) : null,
      data: marks('timespan.choose', { key: slot.id }),
    };
  });
  const groups = parts.flatMap((part) => {
    const inPart = shown.filter((slot) => slot.part === part);
    return inPart.length > 0 ? [{ key: part, title: t(partTexts[part]), slots: inPart }] : [];
  });
  return (
    <>
      <Announcement text={t('order_slots_found', { count, few })} />
      <SlotList
        legend={choice.day ? unbroken(t('order_slots_on', { day: slotTexts.day(choice.day) })) : t('order_slots')}
        name="time_span_id"
        value={choice.timespan?.id ?? null}
        groups={groups.length > 1 ? groups : [{ key: 'all', slots: shown }]}
        onPick={(id) => {
          const timespan = slots.find((slot) => slot.id === id);
          if (timespan) actor.send({ type: 'timespan.choose', timespan });
        }}
      />
    </>
  );
}
