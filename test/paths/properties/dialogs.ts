import { expect } from 'vitest';
import { purchaseScreens } from '#machines/shared/screens.ts';
import { fieldsOf } from '#test/paths/event-parts.ts';
import { type Rule, requestsBegun } from './rule.ts';
import { holdIn, type Seen } from './seen.ts';

/** Toasts and dialogs: none is lost, a question has its effect, and none is about a page that was left. */

const queueOf = ({ dialog }: Seen) => dialog?.context.queue ?? [];
const toastsIn = ({ toast }: Seen): readonly unknown[] => {
  const { shown, queue } = toast?.context ?? { shown: null, queue: [] };
  return shown === null ? queue : [shown, ...queue];
};

/** The pages that dialogs are about: each page that asks, and all of a purchase. */
const pagesOf: Readonly<Record<string, readonly (readonly string[])[]>> = {
  ticket: [['ticket'], ['shared']],
  purchase: [['sign-in'], ['payment'], purchaseScreens],
};

export const dialogRules: readonly Rule[] = [
  {
    docs: 'docs/product.md#toasts',
    sentence: 'no toast is lost, and each stays until its time is over',
    when: ({ actor }) => actor.at(-1) !== 'toast',
    must: ({ before, now }) => expect(toastsIn(now).slice(0, toastsIn(before).length)).toEqual(toastsIn(before)),
  },
  {
    docs: 'docs/product.md#dialogs',
    sentence: 'an answered dialog is closed; the answer has its effect, and the others wait',
    when: ({ event, before }) =>
      /^dialog\.(ok|dismiss|cancel)$/.test(event.type) &&
      (event.type !== 'dialog.cancel' || queueOf(before)[0]?.ngButton !== undefined),
    must: (moment) => {
      const { before, now, event } = moment;
      const [answered, ...others] = queueOf(before);
      expect(queueOf(now), 'the dialog that was answered').not.toContain(answered);
      if (event.type !== 'dialog.ok') expect(queueOf(now)).toEqual(others);
      const effect = event.type === 'dialog.ok' ? answered?.okAction : undefined;
      for (const one of [effect, answered?.onClose])
        if (one?.to === 'toast') expect(toastsIn(now)).toContainEqual(fieldsOf(one.event.toast));
      const isOffered = holdIn(before)?.snapshot.can({ type: 'hold.extend' });
      if (effect?.event.type === 'hold.extend' && isOffered)
        expect(requestsBegun(moment).some((call) => /^(extend|retake)Hold$/.test(call))).toBe(true);
    },
  },
  {
    docs: 'docs/product.md#dialogs',
    sentence: 'a dialog waits once, and a question goes with the page that it is about',
    when: ({ now }) => queueOf(now).length > 0,
    must: ({ before, now }) => {
      const numbers = queueOf(now).map(({ number }) => number);
      expect(new Set(numbers).size, 'no dialog waits twice').toBe(numbers.length);
      for (const { about } of queueOf(now)) {
        const isLeft = (pagesOf[about ?? ''] ?? []).some(
          (pages) => pages.includes(before.screen) && !pages.includes(now.screen),
        );
        expect(isLeft, `a dialog about ${about} stays when its page is left`).toBe(false);
      }
    },
  },
];
