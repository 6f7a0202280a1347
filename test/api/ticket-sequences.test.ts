import fc from 'fast-check';
import { expect, it } from 'vitest';
import { randomly } from '#test/tools/sample.ts';
import { openOps } from './kit/ops.ts';
import { party, planOf, playAlone, playTogether, sequence } from './kit/sequence-plan.ts';
import { planOfWritten, written } from './kit/sequence-written.ts';
import { forFile, startShop } from './kit/shop.ts';

const shop = await forFile(startShop());
const ops = await forFile(openOps(shop));

/** Number of sequences of each kind, and how many of them run without FULL=1. */
const [all, few] = [500, 5];

/** A counter-example is shrunk by so many shorter sequences at most, then reported. */
const maxShrinks = 300;

/** The outcomes of the written sequences: each step succeeded, and was rejected for each reason. */
const reached = [
  ...['share: share n', 'stop: done', 'send: done', 'sendAll: done', 'split: done', 'move: done', 'again: the same'],
  ...[
    'lookUp: link n',
    'lookUp: ticket_not_found',
    'lookUp: rate_limited',
    'mails: rate_limited',
    'mails: links n n',
    'calendar: n visit',
    'receipt: n yen',
  ],
  ...['split: split_no_child', 'split: split_option_less_than_one', 'split: invalid_quantity', 'split: invalid_input'],
  ...['move: dearer_slot', 'move: seat_reserve_error', 'move: ticket_not_on_sale', 'move: product_change_date_error'],
  ...['move: coupon_out_of_coverage', 'move: invalid_input', 'refund: refused refunded', 'cancel: refused refunded'],
  ...['share', 'stop', 'send', 'split', 'move'].flatMap((action) =>
    ['sent', 'changed', 'used', 'cancelled'].map((state) => `${action}: cannot_change_ticket ${state}`),
  ),
  ...['send', 'split', 'move'].map((action) => `${action}: cannot_change_ticket shared`),
  ...['unknown', 'used', 'shared', 'sent', 'changed', 'cancelled'].map((state) => `gate: refused ${state}`),
  ...['gate: n in, n left', 'cancel: n cancelled, n used', 'cancel: refused used', 'refund: n yen back'],
  ...['cancel: refused cancelled', 'cancel: refused sent'],
  ...['refund: refused part', 'refund: refused entered', 'receipt: token_not_found', 'readShared: dead'],
];

it('each action with a ticket succeeds, and is rejected in each state that forbids it; set products, coupon and mails follow', async () => {
  const seen = new Set<string>();
  const people = { adults: 4, children: 1 };
  for (const steps of written)
    for (const outcome of await playAlone(shop, ops, people, steps, planOfWritten)) seen.add(outcome);
  expect(reached.filter((outcome) => !seen.has(outcome))).toEqual([]);
});

it('thirty sequential steps: each has the outcome of the rules, and everybody is admitted once (docs/product.md#ticket-actions)', async () => {
  let shrinks = 0;
  const play = fc.asyncProperty(party, sequence, async (people, steps) => {
    if (shrinks > maxShrinks) return;
    try {
      await playAlone(shop, ops, people, steps, planOf);
    } catch (thrown) {
      shrinks += 1;
      throw thrown;
    }
    if (shrinks > 0) shrinks += 1;
  });
  await fc.assert(play, randomly('Sequences of thirty steps', all, few));
});

it('thirty steps by three concurrent actors: seats are conserved, and everybody is admitted once', async () => {
  const play = fc.asyncProperty(party, sequence, (people, steps) => {
    const actors = [0, 10, 20].map((start) => steps.slice(start, start + 10));
    return playTogether(shop, ops, people, actors);
  });
  /* Concurrent steps do not repeat in the same way, so nothing is shrunk. */
  await fc.assert(play, { ...randomly('Sequences of three at once', all, few), endOnFailure: true });
  expect(shop.logged.filter(({ level }) => level === 'error')).toEqual([]);
});
