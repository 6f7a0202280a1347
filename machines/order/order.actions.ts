import type { FailureNote } from '#src/domain/failures.ts';
import { type ChoiceLine, quantityOf } from '#src/domain/order.ts';
import type { SetProduct, TimeSpan } from '#src/domain/product.ts';
import type { Choice, Found, OrderContext, SetsInput } from './order.types.ts';

type Part = Partial<OrderContext>;

/** A change of the choice: old complaints are forgotten. */
const changed = (context: OrderContext, choice: Partial<Choice>): Part => ({
  choice: { ...context.choice, ...choice },
  note: null,
  missed: null,
});

/** Another product: everything chosen of the one before is let go, its calendar is to be looked up. */
export const productChosen = (context: OrderContext, product: NonNullable<Choice['product']>, month: string): Part => ({
  ...changed(context, { product, month, day: null, timespan: null, lines: [], sets: [] }),
  days: [],
  slots: [],
  offers: [],
  fewer: [],
  wanted: { month, day: null },
});

/** Another month on the calendar: its days are to be looked up; what was chosen stays. */
export const monthShown = (context: OrderContext, month: string): Part => ({
  choice: { ...context.choice, month },
  days: [],
  // a look-up of the day that this one interrupts is made together with it
  wanted: { month, day: context.slots.length === 0 ? context.choice.day : null },
});

/** Another day: its times are to be looked up, the time chosen before is let go. */
export const dayChosen = (context: OrderContext, day: string): Part => ({
  ...changed(context, { day, timespan: null }),
  slots: [],
  wanted: { month: null, day },
});

/** Another time; its set products are to be looked up. */
export const timespanChosen = (context: OrderContext, timespan: TimeSpan): Part => ({
  ...changed(context, { timespan }),
  fewer: [],
});

/** Lines with one of them as it is wanted now, in its place; what is wanted of none is no line. */
const withLine = (lines: readonly ChoiceLine[], line: ChoiceLine): ChoiceLine[] => {
  const isThere = lines.some(({ id }) => id === line.id);
  const wanted = isThere ? lines.map((one) => (one.id === line.id ? line : one)) : [...lines, line];
  return wanted.filter(({ count }) => count > 0);
};

/** Another number of one kind of ticket. */
export const optionSet = (context: OrderContext, line: ChoiceLine): Part =>
  changed(context, { lines: withLine(context.choice.lines, line) });

/** Another number of one set product; that it had to become fewer is not said any more. */
export const setProductSet = (context: OrderContext, line: ChoiceLine): Part => ({
  ...changed(context, { sets: withLine(context.choice.sets, line) }),
  fewer: context.fewer.filter(({ id }) => id !== line.id),
});

/** Set products as they stand now: what can no longer be had becomes fewer, or goes, and is named. */
export const setsTold = (context: OrderContext, offers: SetProduct[]): Part => {
  const { choice } = context;
  const sets = choice.sets.map((line) => {
    const offer = offers.find(({ uuid }) => uuid === line.id);
    if (!offer) return { ...line, count: 0 };
    const { product_name: name, add_cost: price, max, remaining } = offer;
    return { ...line, name, price, count: Math.min(line.count, max, remaining) };
  });
  const fewer = sets.filter(({ count }, index) => count !== choice.sets[index]?.count);
  return {
    offers,
    fewer,
    choice: { ...choice, sets: sets.filter(({ count }) => count > 0) },
  };
};

type Asking = {
  context: OrderContext;
  enqueue: {
    assign: (part: Part) => void;
    stopChild: (id: string) => void;
    spawnChild: (src: 'searchSets', options: { id: 'searchSets'; input: SetsInput }) => void;
  };
};

/** Another timespan has set products of its own: they are asked for, whatever was asked before is let go. */
export const askSets = ({ context, enqueue }: Asking): void => {
  const { choice, lang, replaces, setsOf } = context;
  const timespan = choice.timespan?.id ?? null;
  if (timespan === setsOf) return;
  enqueue.stopChild('searchSets');
  enqueue.assign({ setsOf: timespan });
  if (timespan)
    enqueue.spawnChild('searchSets', { id: 'searchSets', input: { lang, timespan, order_token: replaces } });
};

/** What was found replaces what was shown; the only timespan of a day or period is taken at once. */
export const found = (context: OrderContext, { days, slots }: Found): Part => {
  const { choice } = context;
  const only = choice.product?.sale_type !== 'time' && slots?.length === 1 ? slots[0] : undefined;
  const again = slots?.find(({ id }) => id === choice.timespan?.id);
  const timespan = only && only.remaining > 0 ? only : (again ?? choice.timespan);
  return { days: days ?? context.days, slots: slots ?? context.slots, choice: { ...choice, timespan } };
};

/** The chosen timespan went meanwhile: it is named, the choice of it dropped, everything else kept. */
export const slotGone = (context: OrderContext, note: FailureNote): Part => ({
  note,
  missed: context.choice.timespan,
  choice: { ...context.choice, timespan: null },
  wanted: { month: context.choice.month, day: context.choice.day },
});

/** Everything that is shown is looked up once more. */
export const wantAll = ({ choice }: OrderContext): Part => ({ wanted: { month: choice.month, day: choice.day } });

/** A month that was being looked up when a timespan was chosen is still not there. */
export const lacksDays = ({ choice, days }: OrderContext): boolean =>
  days.length === 0 && choice.product?.sale_type !== 'period';

/** Names what is still missing before the order can be sent, as a failure in place. */
export const incomplete = ({ choice }: OrderContext): Part => ({
  note: {
    code: quantityOf(choice.lines) > 0 && choice.timespan ? 'invalid_quantity' : 'invalid_input',
    fields: [
      ...(choice.product ? [] : ['product_uuid']),
      ...(choice.timespan ? [] : ['time_span_id']),
      ...(quantityOf(choice.lines) > 0 ? [] : ['option_values']),
    ],
    unknown: false,
  },
});

/** What tells one order from another: what is sent, without names and prices that may be read anew meanwhile. */
export const contentOf = ({ lang, choice, replaces }: OrderContext) => ({
  lang,
  product: choice.product?.uuid,
  timespan: choice.timespan?.id,
  lines: choice.lines.map(({ id, count }) => ({ id, count })),
  sets: choice.sets.map(({ id, count }) => ({ id, count })),
  replaces,
});

/** Whether the choice can be sent: product, timespan and an allowed number of tickets. */
export const isComplete = ({ choice }: OrderContext): boolean => {
  const quantity = quantityOf(choice.lines);
  const { product, timespan } = choice;
  return (
    product !== null &&
    timespan !== null &&
    quantity >= Math.max(1, product.min_quantity) &&
    quantity <= product.max_quantity
  );
};
