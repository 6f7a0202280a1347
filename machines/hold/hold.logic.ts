import type { Dialog } from '#machines/dialog/dialog.types.ts';
import { type FailureEvent, failureEvent, failureIn } from '#machines/shared/errors.ts';
import { type EnqueueArgs, enqueueNotice, openDialog } from '#machines/shared/report-failure.ts';
import { clock } from '#src/domain/dates.ts';
import { effectOf, type FailureDetails } from '#src/domain/failures.ts';
import type { Extended, HoldContext, Seats } from './hold.types.ts';

/** The visitor is warned two minutes before the end (WCAG 2.2.1 asks for twenty seconds). */
export const warnBefore = 120_000;
/** Deadlines that differ by less (ms) are the same: the server floors seconds, and replies to a page that was hidden come late. */
const sameWithin = 20_000;
/** Interval of attempts to hold the seats again while the connection is lost, ms. */
export const retakeEvery = 10_000;

export const nothingHeld: HoldContext = {
  token: '',
  expiresAt: 0,
  extensionsLeft: 0,
  lastAdmission: null,
  attempt: null,
  warned: false,
  failure: null,
};

/** The seats that are to be held, as params of actions and guards. */
export const seatsIn = ({ event: { seats } }: { event: { seats: Seats } }): Seats => seats;

/** The deadline by this device's clock. */
const deadlineOf = ({ order, at }: Extended): number => at + order.seconds_left * 1000;

export const applyExtension = (extended: Extended): Partial<HoldContext> => ({
  expiresAt: deadlineOf(extended),
  extensionsLeft: extended.order.extensions_left,
  lastAdmission: extended.order.last_admission,
  warned: false,
  failure: null,
});

/** The order was read, and its end is not near: another tab may have taken more time. */
export const hasTime = ({ order }: Extended): boolean =>
  order.status === 'open' && order.seconds_left * 1000 > warnBefore;

/**
 * The deadline that was read. It shows as well what an attempt with unknown outcome has done, so the next attempt gets a new key.
 * A deadline within `sameWithin` keeps its old value, because a new one is announced. After a refusal on this page the number of
 * extensions left does not rise.
 */
export const applyLook = (
  { failure, extensionsLeft, expiresAt }: HoldContext,
  found: Extended,
): Partial<HoldContext> => ({
  ...applyExtension(found),
  attempt: null,
  ...(Math.abs(deadlineOf(found) - expiresAt) < sameWithin && { expiresAt }),
  ...(failure && { failure, extensionsLeft: Math.min(extensionsLeft, found.order.extensions_left) }),
});

/** The hold could not be extended. After a refusal that cannot change, extending is not offered again. */
export const applyFailure = (failure: FailureDetails): Partial<HoldContext> => ({
  failure,
  ...(effectOf(failure) === 'mend' && { extensionsLeft: 0 }),
});

/** The order is paid, being paid, or cancelled in another tab: it is not held, nor may it be held again. */
export const isClosed = ({ order }: Extended): boolean => order.status !== 'open' && order.status !== 'expired';

/** Why the seats are lost: another tab ended the order, or its time is over. */
export const lossIn = (event: { type: string }): FailureEvent => {
  if (event.type === 'xstate.done.actor.lookAtOrder') return failureEvent({ code: 'order_closed', unknown: false });
  const failure = failureIn(event);
  const isNamed = failure.code === 'order_closed' || failure.code === 'session_timeout';
  return failureEvent(isNamed ? failure : { code: 'session_timeout', unknown: false });
};

/** Why there is no more time. */
const endOf = ({ lastAdmission }: HoldContext): Dialog['text'] =>
  lastAdmission
    ? { textKey: 'hold_last_admission', values: { time: clock(lastAdmission) } }
    : { textKey: 'failure_extension_limit' };

/** Offers an extension only if one is left. */
const warningOf = (context: HoldContext): Dialog => ({
  number: 1,
  about: 'hold',
  title: { textKey: 'hold_warning_title' },
  ...(context.extensionsLeft > 0
    ? {
        text: { textKey: 'hold_warning_text' },
        okButton: { textKey: 'hold_extend' },
        ngButton: { textKey: 'common_close' },
        okAction: { to: 'hold', event: { type: 'hold.extend' } },
      }
    : { text: endOf(context), okButton: { textKey: 'common_close' } }),
});

type Warning = EnqueueArgs & { context: HoldContext; enqueue: { assign: (part: Partial<HoldContext>) => void } };

/** Warns the visitor by a dialog, once for each deadline. */
export const warn = ({ context, ...args }: Warning): void => {
  args.enqueue.assign({ warned: true });
  enqueueNotice(args, openDialog(warningOf(context)));
};
