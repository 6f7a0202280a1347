import { expect } from 'vitest';
import { purchaseScreens } from '#machines/shared/screens.ts';
import { fieldsOf } from '#test/paths/event-parts.ts';
import type { Moment } from './moment.ts';
import { holdIn, type Seen } from './seen.ts';

/** Toasts and dialogs, followed by models of their own (docs/product.md#toasts, docs/product.md#dialogs). */

type Text = object;
type Dialog = NonNullable<Seen['dialog']>['context']['queue'][number];

const toastClocks = ({ waiting }: Seen): readonly object[] =>
  waiting.filter(({ path }) => path.startsWith('app/toast/')).map(({ input }) => input);

/**
 * Toasts show one after the other in the sequence in which they came: 3.5 s each, the text cleared 1 s later. None is lost or
 * shown twice, also across a reload.
 */
export const watchToasts = (first: Seen) => {
  let shown: Text | null = first.toast?.context.shown ?? null;
  let isFading = false;
  let queue: readonly Text[] = first.toast?.context.queue ?? [];
  const start = (toast: Text | undefined): void => {
    shown = toast ?? null;
    isFading = false;
  };
  const add = (toast: Text): void => {
    if (shown === null) start(toast);
    else queue = [...queue, toast];
  };
  const fade = (): void => {
    if (shown !== null) isFading = true;
  };
  const clear = (): void => {
    start(queue[0]);
    queue = queue.slice(1);
  };
  return ({ event, actor, now }: Moment): void => {
    const isOwn = actor.at(-1) === 'toast';
    const { toast } = fieldsOf(event);
    if (isOwn && event.type === 'toast.show') {
      if (fieldsOf(toast).text === '') fade();
      else add(fieldsOf(toast));
    }
    if (isOwn && event.type === 'page.restored') fade();
    if (isOwn && event.type === 'xstate.done.actor.toastClose') fade();
    // In a browser another language loads the page again.
    if (event.type === 'language.choose' && toastClocks(now).some((clock) => fieldsOf(clock).for === 1_000)) fade();
    if (isOwn && event.type === 'xstate.done.actor.toastClear') clear();
    const seen = now.toast?.context;
    // Other charts add toasts of their own, always at the end.
    const all = [seen?.shown ?? null, ...(seen?.queue ?? [])];
    const known = [shown, ...queue].filter((one) => one !== null).length;
    if (!isOwn) for (const one of all.slice(Math.max(known, 0))) if (one !== null) add(one);
    expect({ shown: seen?.shown ?? null, queue: seen?.queue ?? [] }, 'toasts in sequence, none lost').toEqual({
      shown,
      queue,
    });
    expect(toastClocks(now), 'a toast is on screen for 3.5 s, its text for 1 s more').toEqual(
      shown === null ? [] : [{ for: isFading ? 1_000 : 3_500 }],
    );
    expect(now.toast?.hasTag('shown'), 'the toast is on screen').toBe(shown !== null && !isFading);
  };
};

/** The pages that dialogs are about: each page that asks, and all of a purchase. */
const pagesOf: Readonly<Record<string, readonly (readonly string[])[]>> = {
  ticket: [['ticket']],
  'shared-ticket': [['shared']],
  purchase: [['sign-in'], ['payment'], purchaseScreens],
};

/** What a dialog about a page that was just left would ask is over. */
const expectWithdrawn = ({ before, now }: Moment, queue: readonly Dialog[]): void => {
  for (const { about } of queue) {
    const isLeft = (pagesOf[about ?? ''] ?? []).some(
      (pages) => pages.includes(before.screen) && !pages.includes(now.screen),
    );
    expect(isLeft, `a dialog about ${about} stays when its page is left`).toBe(false);
  }
};

type Action = Dialog['okAction'];

const toastsIn = ({ toast }: Seen): readonly object[] => {
  const { shown, queue } = toast?.context ?? { shown: null, queue: [] };
  return shown === null ? queue : [shown, ...queue];
};

/** What the actions of an answered dialog do to the charts that they name, in sequence. */
const expectActions = ({ began, before, now }: Moment, actions: readonly Action[]): void => {
  const wanted = actions.flatMap((one) => (one?.to === 'toast' ? [fieldsOf(one.event.toast)] : []));
  expect(toastsIn(now).slice(toastsIn(before).length), 'actions run, in sequence').toEqual(wanted);
  const hold = holdIn(before)?.snapshot;
  if (!actions.some((one) => one?.event.type === 'hold.extend') || !hold?.can({ type: 'hold.extend' })) return;
  const begun = began.filter(({ call }) => /^(extend|retake)Hold$/.test(call));
  expect(begun, 'OK asks for more time').toHaveLength(1);
};

/**
 * The first dialog shows; OK runs its action and closes it, cancel exists with its label, the background always closes. A dialog
 * whose number waits is not queued again. Only a question, whose subject has gone, closes by itself.
 */
export const watchDialogs = (first: Seen) => {
  let queue: readonly Dialog[] = first.dialog?.context.queue ?? [];
  /** Dialogs that other charts fromCharts. */
  const fromCharts = new Set<Dialog>();
  return (moment: Moment): void => {
    const { event, actor, now } = moment;
    const seen = now.dialog?.context.queue ?? [];
    const [answered, ...others] = queue;
    const { dialog } = fieldsOf(event);
    if (actor.at(-1) !== 'dialog') {
      // On the screens a visitor closes a dialog that covers the control.
      const isCovered = !event.type.startsWith('xstate.');
      const stays = queue.filter((one) => seen.includes(one) || (one.number >= 100 && !isCovered));
      expect(seen.slice(0, stays.length), 'dialogs stay until they are answered').toEqual(stays);
    } else if (event.type === 'fact.ended') {
      const { about } = fieldsOf(event);
      expect(seen, 'a dialog goes with the fact that it is about').toEqual(queue.filter((one) => one.about !== about));
    } else if (event.type === 'dialog.ask') {
      const added = dialog as Dialog;
      const isWaiting = queue.some(({ number }) => number === added.number);
      expect(seen, 'a dialog waits behind those that came before').toEqual(isWaiting ? queue : [...queue, added]);
    } else {
      const closes = answered !== undefined && (event.type !== 'dialog.cancel' || answered.ngButton !== undefined);
      const rest = closes ? others : queue;
      expect(seen.slice(0, rest.length), `${event.type} answers the first dialog`).toEqual(rest);
      if (event.type !== 'dialog.ok') expect(seen).toEqual(rest);
      if (closes) expectActions(moment, [...(event.type === 'dialog.ok' ? [answered.okAction] : []), answered.onClose]);
      if (closes) expect(seen, 'an answered dialog is closed').not.toContain(answered);
    }
    // Walks of the dialog's own chart ask what no chart asks.
    if (actor.at(-1) !== 'dialog') for (const one of seen) if (!queue.includes(one)) fromCharts.add(one);
    const hold = holdIn(now);
    for (const one of seen.filter((dialog) => fromCharts.has(dialog))) {
      const { number, about, okAction } = one;
      if (okAction !== undefined) expect(about, `dialog ${number} has an action, so it is about a fact`).toBeDefined();
      if (about === 'hold' && number === 1)
        expect(hold?.snapshot.value, 'the warning is about a hold that ends').toBe('warned');
    }
    expectWithdrawn(moment, seen);
    const numbers = seen.map(({ number }) => number);
    expect(new Set(numbers).size, 'no dialog waits twice').toBe(numbers.length);
    queue = seen;
    const snapshot = now.dialog;
    for (const type of ['dialog.ok', 'dialog.dismiss', 'dialog.cancel'] as const)
      expect(snapshot?.can({ type }), `${type} can be chosen`).toBe(
        seen.length > 0 && (type !== 'dialog.cancel' || seen[0]?.ngButton !== undefined),
      );
  };
};
