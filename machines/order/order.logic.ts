import { venueDay, weeksWith } from '#src/domain/dates.ts';
import type { FailureCode, FailureDetails } from '#src/domain/failures.ts';
import type { ChoiceLine, Order } from '#src/domain/order.ts';
import { quantityOf, unaccompanied } from '#src/domain/order-lines.ts';
import type { SetProduct, TimeSpan } from '#src/domain/product.ts';
import type { Choice, Found, OrderContext, OrderInput, ProductChosen, SetsInput } from './order.types.ts';

type Part = Partial<OrderContext>;

export const nothingChosen: Choice = { product: null, month: null, day: null, timespan: null, lines: [], sets: [] };

/** The choice that an order was made of, for an order that was begun in another browser and so has none stored. The limits are wide, because the server enforces them. */
const choiceOf = ({ main_product: main, set_products }: Order): Choice => {
  const { product_uuid, sale_type, reservation_from, reservation_to, quantity } = main;
  const day = venueDay(reservation_from);
  return {
    product: { uuid: product_uuid, sale_type, min_quantity: 1, max_quantity: 999 },
    month: day,
    day: sale_type === 'period' ? null : day,
    timespan: {
      id: main.time_span_id,
      reservation_from,
      reservation_to,
      state: 'plenty',
      remaining: quantity,
      surcharge: 0,
    },
    lines: main.order_options.map(({ id, name, add_cost, quantity: count }) => ({ id, name, price: add_cost, count })),
    sets: set_products.map(({ id, product_name, add_cost, quantity: count }) => ({
      id,
      name: product_name,
      price: add_cost,
      count,
    })),
  };
};

/** The choice with which the order page starts: the stored one, or that of the order. */
export const startingChoice = (choice: Choice, order: Order | null): Choice =>
  order && !choice.product ? choiceOf(order) : choice;

/** A changed choice; errors about the earlier one are cleared. */
const changeChoice = (context: OrderContext, choice: Partial<Choice>): Part => ({
  choice: { ...context.choice, ...choice },
  failure: null,
  missed: null,
});

/** The day that stays chosen with another product, and the weeks to show, which are else those of `month`. */
const dayOf = ({ day }: Choice, { sale_type }: ProductChosen['product'], month: string) =>
  day === null || sale_type === 'period' ? { month, day: null } : { month: weeksWith(day, month), day };

/** Another product clears what was chosen of the earlier one except the day; its calendar is then searched. */
export const chooseProduct = (context: OrderContext, { product, month }: ProductChosen): Part => ({
  ...changeChoice(context, { product, ...dayOf(context.choice, product, month), timespan: null, lines: [], sets: [] }),
  days: [],
  slots: [],
  next: null,
  fitting: [],
  offers: [],
  fewer: [],
  wanted: dayOf(context.choice, product, month),
});

/** The choice on a calendar, and what was searched for it: of an order, or of a change of date. */
type Choices = Pick<Choice, 'month' | 'day' | 'timespan'>;
type Shown<C extends Choices> = Pick<OrderContext, 'days' | 'slots'> & { choice: C };

/** Shows other weeks, whose days are then searched; the choice stays. */
export const showMonth = <C extends Choices>({ choice, slots }: Shown<C>, month: string) => ({
  choice: { ...choice, month },
  days: [],
  // A day's search that this one interrupts is repeated together with it.
  wanted: { month, day: slots.length === 0 ? choice.day : null },
});

/** Chooses another day, whose times are then searched; the chosen time is cleared. */
export const chooseDay = <C extends Choices>({ choice, days }: Shown<C>, day: string) => ({
  choice: { ...choice, day, timespan: null },
  slots: [],
  // The days' search that this one interrupts is repeated together with it.
  wanted: { month: days.length === 0 ? choice.month : null, day },
  failure: null,
  missed: null,
});

/** Chooses another time, whose set products are then searched. One of another day brings its day and month along. */
export const chooseTimespan = (context: OrderContext, timespan: TimeSpan): Part => {
  const { choice, days } = context;
  const chosen = { ...changeChoice(context, { timespan }), fewer: [] };
  const day = venueDay(timespan.reservation_from);
  if (choice.product?.sale_type === 'period' || day === choice.day) return chosen;
  const month = weeksWith(day, choice.month ?? day);
  return {
    ...chosen,
    ...changeChoice(context, { timespan, day, month }),
    slots: [],
    days: month === choice.month ? days : [],
  };
};

/** Replaces or adds one order line; a line with count 0 is removed. */
const withLine = (lines: readonly ChoiceLine[], line: ChoiceLine): ChoiceLine[] => {
  const isThere = lines.some(({ id }) => id === line.id);
  const wanted = isThere ? lines.map((other) => (other.id === line.id ? line : other)) : [...lines, line];
  return wanted.filter(({ count }) => count > 0);
};

/** Sets the count of one kind of ticket. */
export const setOption = (context: OrderContext, line: ChoiceLine): Part =>
  changeChoice(context, { lines: withLine(context.choice.lines, line) });

/** Sets the count of one set product and clears the notice that its count was reduced. */
export const setSetProduct = (context: OrderContext, line: ChoiceLine): Part => ({
  ...changeChoice(context, { sets: withLine(context.choice.sets, line) }),
  fewer: context.fewer.filter(({ id }) => id !== line.id),
});

/** Updates the chosen set products to what is available now; reduced or removed ones are listed in `fewer`. */
export const applyOffers = (context: OrderContext, offers: SetProduct[]): Part => {
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

type SetSearchArgs = {
  context: OrderContext;
  enqueue: {
    assign: (part: Part) => void;
    stopChild: (id: string) => void;
    spawnChild: (src: 'searchSets', options: { id: 'searchSets'; input: SetsInput }) => void;
  };
};

/** Ends the search of set products and stores `part`: its result, or that none was made for the time. */
export const endSetSearch = (enqueue: Pick<SetSearchArgs['enqueue'], 'assign' | 'stopChild'>, part: Part): void => {
  enqueue.assign(part);
  enqueue.stopChild('searchSets');
};

/** Searches the set products of a newly chosen time and cancels the search for the earlier one. */
export const startSetSearch = ({ context, enqueue }: SetSearchArgs): void => {
  const { choice, lang, replaces, setsOf } = context;
  const timespan = choice.timespan?.id ?? null;
  if (timespan === setsOf) return;
  enqueue.stopChild('searchSets');
  enqueue.assign({ setsOf: timespan });
  if (timespan)
    enqueue.spawnChild('searchSets', { id: 'searchSets', input: { lang, timespan, order_token: replaces } });
};

/** Search results replace the ones that are shown; if a day or period has only one time, it is chosen. */
export const applySearch = (context: OrderContext, { days, slots, next, products }: Found): Part => {
  const { choice } = context;
  const onlySlot = choice.product?.sale_type !== 'time' && slots?.length === 1 ? slots[0] : undefined;
  const sameSlot = slots?.find(({ id }) => id === choice.timespan?.id);
  const timespan = onlySlot && onlySlot.remaining > 0 ? onlySlot : (sameSlot ?? choice.timespan);
  return {
    days: days ?? context.days,
    slots: slots ?? context.slots,
    next: next ?? context.next,
    fitting: products ?? context.fitting,
    choice: { ...choice, timespan },
  };
};

/** Opens the calendar on the weeks of the earliest free time. */
export const openLater = (context: OrderContext, { next }: Found): Part =>
  next && context.choice.month
    ? { next, ...showMonth(context, weeksWith(venueDay(next.reservation_from), context.choice.month)) }
    : {};

/** Why a time that was chosen has no seats. */
export const whyGone = ({ state }: TimeSpan): FailureDetails => ({
  code: state === 'closed' ? 'ticket_not_on_sale' : 'seat_reserve_error',
  unknown: false,
});

/** The chosen time sold out meanwhile: it is remembered as `missed` and cleared; the rest of the choice stays. */
export const missSlot = <C extends Choices>({ choice }: { choice: C }, failure: FailureDetails) => ({
  failure,
  missed: choice.timespan,
  choice: { ...choice, timespan: null },
  ...wantAll({ choice }),
});

/** Searches again for everything that is shown. */
export const wantAll = ({ choice }: { choice: Pick<Choice, 'month' | 'day'> }) => ({
  wanted: { month: choice.month, day: choice.day },
});

/** True if a kind of ticket is chosen without one that it needs. */
export const isAlone = ({ product, lines }: Choice): boolean =>
  unaccompanied(lines, product?.needs ?? {}) !== undefined;

/** The code of an order that cannot be sent. */
const incompleteCode = (choice: Choice): FailureCode => {
  if (quantityOf(choice.lines) === 0 || !choice.timespan) return 'invalid_input';
  return isAlone(choice) ? 'companion_missing' : 'invalid_quantity';
};

/** The fields that are still missing before the order can be sent, as an error in place. */
export const reportIncomplete = ({ choice }: OrderContext): Part => ({
  failure: {
    code: incompleteCode(choice),
    fields: [
      ...(choice.product ? [] : ['product_uuid']),
      ...(choice.timespan ? [] : ['time_span_id']),
      ...(quantityOf(choice.lines) > 0 ? [] : ['option_values']),
    ],
    unknown: false,
  },
});

/** Facts that a request for an order depends on. A missing one would send changed content with the key of the earlier request. */
type Sent = Exclude<keyof Choice, 'month' | 'day'> | keyof Omit<OrderInput, 'choice' | 'attempt'>;

/** The content by which two orders are compared: the sent one, without names and prices, which may be reloaded meanwhile. */
export const contentOf = ({ lang, choice, replaces }: Omit<OrderInput, 'attempt'>) =>
  ({
    lang,
    product: choice.product?.uuid,
    timespan: choice.timespan?.id,
    lines: choice.lines.map(({ id, count }) => ({ id, count })),
    sets: choice.sets.map(({ id, count }) => ({ id, count })),
    replaces,
  }) satisfies Record<Sent, unknown>;
