import { expect } from 'vitest';
import { type FailureDetails, failures } from '#src/domain/failures.ts';
import { type Fields, fieldsOf } from '#test/paths/event-parts.ts';
import type { Moment } from './moment.ts';
import { holdIn } from './seen.ts';

/**
 * A property: whenever `when` holds after a step, `must` has to hold. `sentence` is about things that can be observed, and names no
 * state of a chart; `docs` is where it stands.
 */
export type Rule = {
  readonly docs: `docs/${string}.md#${string}`;
  readonly sentence: string;
  readonly when: (moment: Moment) => boolean;
  readonly must: (moment: Moment) => void;
};

type When = Rule['when'];

/** The visitor, or the world, sent one of these events. */
export const on =
  (types: string | readonly string[], fits: When = () => true): When =>
  (moment) =>
    [types].flat().includes(moment.event.type) && fits(moment);

/** The server answered one of these requests. */
export const done =
  (calls: string | readonly string[], fits: (output: Fields) => boolean = () => true): When =>
  ({ answer }) =>
    answer !== null && answer.failure === null && [calls].flat().includes(answer.call) && fits(fieldsOf(answer.output));

/** Whether any of these requests failed. */
export const failed =
  (calls: string | readonly string[], fits: (failure: FailureDetails) => boolean = () => true): When =>
  ({ answer }) =>
    answer !== null && answer.failure !== null && [calls].flat().includes(answer.call) && fits(answer.failure);

/** The data of the chart on screen. */
export const data = ({ now }: Moment): Fields => fieldsOf(now.context);
export const dataBefore = ({ before }: Moment): Fields => fieldsOf(before.context);
export const purchase = ({ now }: Moment) => now.purchase?.context;
export const purchaseBefore = ({ before }: Moment) => before.purchase?.context;

/** The data of a running chart. */
export const chartData = ({ running }: Moment['now'], path: string): Fields =>
  fieldsOf(running.find((one) => one.path === path)?.snapshot.context);

export const payload = ({ event }: Moment, name: string): unknown => fieldsOf(event)[name];

/** The requests that began, without clocks. */
export const requestsBegun = ({ began }: Moment): string[] =>
  began.filter(({ isClock }) => !isClock).map(({ call }) => call);

/** Exactly these requests begin. */
export const begins = (moment: Moment, ...calls: readonly string[]): void => {
  expect(requestsBegun(moment).toSorted(), 'requests that begin').toEqual([...calls].toSorted());
};

/** The input of a request that began. */
export const inputOf = ({ began }: Moment, call: string): Fields =>
  fieldsOf(began.find((one) => one.call === call)?.input);

/** Payloads of controls whose guards read them. */
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

/** A failure's dialog is in the queue. */
export const opensDialog = ({ now }: Moment, { code }: FailureDetails): void => {
  const numbers = now.dialog?.context.queue.map(({ number }) => number) ?? [];
  expect(numbers, `the dialog of ${code}`).toContain(failures[code].number);
};

/** The path of the chart of the coupon, which runs on the payment step. */
export const couponPath = 'app/purchase/payment/coupon';

/** Whether a failure reports that the order is over. */
export const isOver = ({ code }: FailureDetails): boolean =>
  ['session_timeout', 'order_closed', 'token_not_found'].includes(code);

/** Whether the end of the hold is counted down. */
export const isHeld = ({ now }: Moment): boolean => holdIn(now) !== undefined;
