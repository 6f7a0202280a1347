import { expect } from 'vitest';
import type { Screen } from '#machines/shared/screens.ts';
import { effectOf, type FailureCode, type FailureDetails, failures } from '#src/domain/failures.ts';
import { type Fields, fieldsOf } from '#test/paths/event-parts.ts';
import { field, type Moment } from './moment.ts';
import { holdIn } from './seen.ts';

type Some<T> = T | readonly T[];
type Wanted<T> = T | ((moment: Moment) => T);

/**
 * A property: whenever `when` holds after a step, everything else has to hold. `sentence` is the one of the document that `docs`
 * cites; it is about what can be observed, and names no state of a chart.
 */
export type Rule = {
  readonly docs: `docs/${string}.md#${string}`;
  readonly sentence: string;
  readonly when: (moment: Moment) => boolean;
  /** Exactly these requests begin. */
  readonly begins?: Wanted<Some<string>>;
  /** Fields of the input of the request that begins. */
  readonly input?: Wanted<object>;
  /** One of these screens is shown. */
  readonly shows?: Wanted<Some<Screen>>;
  /** Controls that would have an effect, and such that would have none. */
  readonly offers?: Wanted<Some<string>>;
  readonly refuses?: Wanted<Some<string>>;
  /** Fields of the chart on screen, and of the purchase. */
  readonly data?: Wanted<object>;
  readonly purchase?: Wanted<object>;
  /** The failure of the answer is said; no dialog opens. */
  readonly isReported?: true;
  readonly isQuiet?: true;
  readonly must?: (moment: Moment) => void;
};

type When = Rule['when'];

/** The visitor, or the world, sent one of these events. */
export const on =
  (types: Some<string>, fits: When = () => true): When =>
  (moment) =>
    [types].flat().includes(moment.event.type) && fits(moment);

/** The server answered one of these requests. */
export const done =
  (calls: string | readonly string[], fits: (output: Fields, moment: Moment) => boolean = () => true): When =>
  (moment) =>
    moment.answer !== null &&
    moment.answer.failure === null &&
    [calls].flat().includes(moment.answer.call) &&
    fits(fieldsOf(moment.answer.output), moment);

/** One of these requests failed. */
export const failed =
  (calls: string | readonly string[], fits: (failure: FailureDetails, moment: Moment) => boolean = () => true): When =>
  (moment) =>
    moment.answer !== null &&
    moment.answer.failure !== null &&
    [calls].flat().includes(moment.answer.call) &&
    fits(moment.answer.failure, moment);

export const withCode =
  (...codes: readonly FailureCode[]) =>
  ({ code }: FailureDetails): boolean =>
    codes.includes(code);
export const withoutCode =
  (...codes: readonly FailureCode[]) =>
  ({ code }: FailureDetails): boolean =>
    !codes.includes(code);

/** The data of the chart on screen. */
export const data = ({ now }: Moment): Fields => fieldsOf(now.context);
export const dataBefore = ({ before }: Moment): Fields => fieldsOf(before.context);
export const purchase = ({ now }: Moment) => now.purchase?.context;
export const purchaseBefore = ({ before }: Moment) => before.purchase?.context;
type Purchase = NonNullable<ReturnType<typeof purchase>>;
/** Whether the server has another customer than one who may pay. */
export const isUnconfirmed = (of: Purchase | undefined): boolean => Boolean(of?.order?.customer_info) && !isNamed(of);
/** Whether the server has the customer, and confirmed the address where the site asks for that. */
export const isNamed = (of: Pick<Purchase, 'site' | 'order'> | undefined): boolean =>
  Boolean(of?.order?.customer_info) && (of?.site.mailConfirm === false || of?.order?.mail_confirmed === true);
/** The data of a running chart. */
export const chartData = ({ now }: Moment, path: string): Fields =>
  fieldsOf(now.running.find((one) => one.path === path)?.snapshot.context);

/** The requests that began, without clocks. */
export const requestsBegun = ({ began }: Moment): string[] =>
  began.filter(({ isClock }) => !isClock).map(({ call }) => call);

/** Exactly these requests begin. */
export const begins = (moment: Moment, ...calls: readonly string[]): void => {
  expect(requestsBegun(moment).toSorted(), 'requests that begin').toEqual([...calls].toSorted());
};

/** The input of a request that began. */
export const inputOf = (moment: Moment, call: string): Fields =>
  fieldsOf(moment.began.find((one) => one.call === call)?.input);

export const shows = ({ now }: Moment, ...screens: readonly (Screen | undefined)[]): void => {
  expect(screens, 'the screen').toContain(now.screen);
};

/** What a control sends along where its guard needs it. */
const sends: Readonly<Record<string, Fields>> = {
  'step.change': { to: 'payment' },
  'customer.submit': { customer: { email: '' } },
};

/** Whether the chart on screen, or one of its parents, would act on a control. */
const isOffered = ({ now }: Moment, event: string): boolean =>
  now.running.some(
    ({ path, snapshot }) =>
      `${now.shown.path}/`.startsWith(`${path}/`) && snapshot.can({ ...sends[event], type: event }),
  );

export const offers = (moment: Moment, ...events: readonly string[]): void => {
  for (const event of events) expect(isOffered(moment, event), `offers ${event}`).toBe(true);
};
export const refuses = (moment: Moment, ...events: readonly string[]): void => {
  for (const event of events) expect(isOffered(moment, event), `offers ${event}`).toBe(false);
};

const numbersIn = (queue: readonly { readonly number: number }[] = []): number[] => queue.map(({ number }) => number);

/** A failure's dialog is in the queue; it is not queued twice. */
export const opensDialog = ({ now }: Moment, { code }: FailureDetails): void => {
  expect(numbersIn(now.dialog?.context.queue), `the dialog of ${code}`).toContain(failures[code].number);
};

/** A failure is said where the visitor is: beside what can be corrected, or in a dialog. */
export const reports = (moment: Moment, failure: FailureDetails): void => {
  const effect = effectOf(failure);
  if (effect === 'reset' || (effect === 'dialog' && !failure.silent)) opensDialog(moment, failure);
  else staysQuiet(moment);
};

/** No dialog opens. */
export const staysQuiet = ({ before, now }: Moment): void => {
  const old = numbersIn(before.dialog?.context.queue);
  expect(
    numbersIn(now.dialog?.context.queue).filter((number) => !old.includes(number)),
    'new dialogs',
  ).toEqual([]);
};

/** The texts of all toasts that show or wait. */
const toastsIn = ({ toast }: Moment['now']): string[] =>
  [toast?.context.shown ?? null, ...(toast?.context.queue ?? [])].flatMap((one) =>
    one === null ? [] : ['textKey' in one ? one.textKey : one.text],
  );
export const toasts = (moment: Moment, textKey: string): void => {
  const count = (texts: string[]) => texts.filter((one) => one === textKey).length;
  expect(count(toastsIn(moment.now)), `the toast ${textKey}`).toBe(count(toastsIn(moment.before)) + 1);
};

export const payload = (moment: Moment, name: string): unknown => field(moment, name);

/** The path of the chart of the coupon, which is there on the payment step. */
export const couponPath = 'app/purchase/payment/coupon';

/** Whether a failure says that the order is over. */
export const isOver = ({ code }: FailureDetails): boolean =>
  ['session_timeout', 'order_closed', 'token_not_found'].includes(code);

/** Whether the end of the hold is counted down. */
export const isHeld = ({ now }: Moment): boolean => holdIn(now) !== undefined;

/** What begins beside the hold's own requests. */
export const begunBesideHold = (moment: Moment): string[] =>
  requestsBegun(moment).filter((one) => !['extendHold', 'retakeHold', 'lookAtOrder'].includes(one));

/** Why a ticket does not allow an action; null if it does. */
export const actionOf = (ticket: unknown, action: string): unknown => fieldsOf(fieldsOf(ticket).actions)[action];

const list = <T>(wanted: Some<T>): readonly T[] => [wanted].flat() as T[];

/** Checks what a rule demands of a moment. Throws at the first difference. */
export const demand = (rule: Rule, moment: Moment): void => {
  const wanted = <T>(value: Wanted<T>): T =>
    typeof value === 'function' ? (value as (at: Moment) => T)(moment) : value;
  if (rule.begins !== undefined) begins(moment, ...list(wanted(rule.begins)));
  if (rule.input) expect(inputOf(moment, requestsBegun(moment)[0] ?? '')).toMatchObject(wanted(rule.input));
  if (rule.shows) shows(moment, ...list(wanted(rule.shows)));
  if (rule.offers) offers(moment, ...list(wanted(rule.offers)));
  if (rule.refuses) refuses(moment, ...list(wanted(rule.refuses)));
  if (rule.data) expect(data(moment)).toMatchObject(wanted(rule.data));
  if (rule.purchase) expect(purchase(moment)).toMatchObject(wanted(rule.purchase));
  const { failure } = moment.answer ?? {};
  if (rule.isReported && failure) reports(moment, failure);
  if (rule.isQuiet) staysQuiet(moment);
  rule.must?.(moment);
};
