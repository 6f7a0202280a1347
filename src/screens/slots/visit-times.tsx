import { clock, isWeekend, venueDay } from '#src/domain/dates.ts';
import { isFree, type Product, type TimeSpan } from '#src/domain/product.ts';
import { marks } from '#src/screens/control.ts';
import { Announcement } from '#src/ui/announcement.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { SlotList } from '#src/ui/slot-list.tsx';
import { type MessageId, unbroken, useTexts } from '#src/ui/use-texts.ts';
import { stockTexts, useSlotTexts } from './slots.ts';

type VisitTimesProps = {
  actor: { send: (event: { type: 'timespan.choose'; timespan: TimeSpan }) => void };
  product: Product;
  context: { choice: { day: string | null; timespan: TimeSpan | null }; slots: readonly TimeSpan[] };
  busy: boolean;
  /** Why a time may not be chosen, as text; with it even the only time of a day has to be picked. */
  barOf?: (slot: TimeSpan) => string | null;
  /** The product's earliest free time, on this day or another. */
  next?: TimeSpan | null;
  /** How many seats the visitor wants. */
  wanted?: number;
};

const tones = { plenty: 'ok', few: 'warn', sold_out: 'danger', closed: 'plain' } as const;

const partTexts = {
  morning: 'order_slots_morning',
  afternoon: 'order_slots_afternoon',
  evening: 'order_slots_evening',
} as const satisfies Record<string, MessageId>;

/** The part of the day in which a time begins; all periods are in one part, which is not named. */
const partOf = ({ sale_type }: Product, { reservation_from }: TimeSpan): keyof typeof partTexts => {
  const hour = Number(clock(reservation_from).slice(0, 2));
  if (sale_type === 'period' || hour < 12) return 'morning';
  return hour < 17 ? 'afternoon' : 'evening';
};

/** The slots of the day, the earliest free one among them; a season or day with only one time shows it without a choice. */
export function VisitTimes({ actor, product, context, busy, barOf, next, wanted = 0 }: VisitTimesProps) {
  const { t, price } = useTexts();
  const slotTexts = useSlotTexts();
  const { choice, slots } = context;
  const [first, ...others] = slots;
  const stockOf = ({ state, remaining }: TimeSpan) =>
    state === 'few' ? t('order_stock_few_count', { count: remaining }) : t(stockTexts[state]);
  const reasonOf = (slot: TimeSpan) =>
    barOf?.(slot) ??
    (isFree(slot.state) && slot.remaining < wanted ? t('order_limit_stock', { count: slot.remaining }) : null);

  // A surcharge that all times of the day have is shown once, above them. In a change of date each time shows what it costs.
  const pricesDiffer = slots.some(({ surcharge, change }) => change || surcharge !== first?.surcharge);
  const surcharge = pricesDiffer ? 0 : (first?.surcharge ?? 0);
  const isAlone = product.sale_type !== 'time' && first !== undefined && others.length === 0 && !barOf;
  const surchargeText = choice.day && isWeekend(choice.day) ? 'order_surcharge_weekend' : 'order_surcharge_day';
  const surchargeLine =
    choice.day && surcharge > 0 ? (
      <p className="surcharge">{unbroken(t(surchargeText, { price: price(surcharge) }))}</p>
    ) : null;

  if (isAlone)
    return (
      <>
        <Announcement text={stockOf(first)} />
        <p>
          <span>{unbroken(slotTexts.visit(product.sale_type, first))}</span>{' '}
          <Badge tone={tones[first.state]}>{stockOf(first)}</Badge>
        </p>
        {surchargeLine}
      </>
    );
  const few = slots.filter(({ state }) => state === 'few').length;
  const count = few + slots.filter(({ state }) => state === 'plenty').length;
  // A time whose sale is over is shown only where no other is left, or to the one who chose it.
  const isShown = ({ id, state }: TimeSpan) => state !== 'closed' || count === 0 || id === choice.timespan?.id;
  const chipOf = (slot: TimeSpan, time: string, note: string | null) => {
    const bar = reasonOf(slot);
    const stock = bar ?? (slot.state === 'plenty' ? null : stockOf(slot));
    return {
      id: slot.id,
      time: unbroken(time),
      state: slot.state,
      stock: stock && unbroken(stock),
      barred: bar !== null,
      price: bar ? null : note,
      data: marks('timespan.choose', { key: slot.id }),
    };
  };
  const isPeriod = product.sale_type === 'period';
  const chips = slots.filter(isShown).map((slot) => {
    const cost = slot.change?.price ?? slot.surcharge;
    const more = pricesDiffer && cost > 0 ? t('order_surcharge', { price: price(cost) }) : null;
    const note = [slot.id === next?.id && others.length > 0 ? t('order_earliest') : null, more]
      .filter(Boolean)
      .join(' · ');
    const time = isPeriod ? slotTexts.visit('period', slot) : slotTexts.time(slot);
    return { part: partOf(product, slot), ...chipOf(slot, time, note || null) };
  });
  // The earliest time of another day has a group of its own, and says its day.
  const elsewhere = next && !slots.some(({ id }) => id === next.id) ? [next] : [];
  const groups = [
    {
      key: 'earliest',
      slots: elsewhere.map((slot) => {
        const day = slotTexts.shortDay(venueDay(slot.reservation_from));
        return chipOf(slot, slotTexts.time(slot), `${t('order_earliest')} · ${day}`);
      }),
    },
    ...Object.entries(partTexts).map(([part, text]) => ({
      key: part,
      title: isPeriod ? null : t(text),
      slots: chips.filter((slot) => slot.part === part),
    })),
  ].filter((group) => group.slots.length > 0);
  return (
    <>
      {first && !busy ? <Announcement text={t('order_slots_found', { count, few })} /> : null}
      {groups.length > 0 ? (
        <SlotList
          legend={choice.day ? unbroken(t('order_slots_on', { day: slotTexts.day(choice.day) })) : t('order_slots')}
          name="time_span_id"
          value={choice.timespan?.id ?? null}
          note={surchargeLine}
          groups={groups}
          onPick={(id) => {
            const timespan = slots.find((slot) => slot.id === id) ?? next;
            if (timespan) actor.send({ type: 'timespan.choose', timespan });
          }}
        />
      ) : null}
      {busy ? <Skeleton kind={product.sale_type === 'time' ? 'slots' : 'line'} label={t('order_searching')} /> : null}
    </>
  );
}
