import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { ticketOf } from '#test/api/kit/holder.ts';
import { openOps } from '#test/api/kit/ops.ts';
import { startPost } from '#test/api/kit/smtp.ts';
import { sampled } from '#test/tools/sample.ts';
import { startOwnShop } from './kit/host.ts';
import { openLane } from './kit/lane.ts';
import {
  calendarOf,
  expectCalm,
  expectSeats,
  expectStateOnly,
  expectUnshared,
  openLink,
  openStory,
  type Story,
  type Variant,
} from './kit/story.ts';
import { lookUp, moveDate, readReceipt } from './kit/story-later.ts';
import { buy, send, share, showLarge } from './kit/story-owner.ts';
import { receive, splitUntilRefused } from './kit/story-recipient.ts';

/** Everything after the purchase, from end to end; on a desktop by keyboard alone. */
const shop = await startOwnShop();
const lane = await openLane(shop);
const post = await startPost();
const ops = await openOps(shop);
afterEach(lane.closeContexts);
afterAll(async () => {
  await lane.close();
  await ops.close();
  await post.close();
});

const variants: Variant[] = (['ja', 'en'] as const).flatMap((lang) =>
  (['phone', 'desktop'] as const).map((device) => ({ lang, device })),
);

/** Shows every code ever issued at the gate: each person enters once, with their last code. */
const enter = async ({ codes }: Story, tokens: string[]): Promise<void> => {
  const alive = await Promise.all(tokens.map(async (token) => (await ticketOf(shop, token)).entry_code));
  let inside = 0;
  for (const code of codes) {
    const { quantity, refused } = await ops.run('gate', { code, force: true });
    expect({ code, refused: refused !== undefined }).toEqual({ code, refused: !alive.includes(code) });
    inside += Number(quantity ?? 0);
  }
  expect(inside).toBe(4);
};

describe('three adults and a child', () => {
  it.each(sampled('story', [variants]))(
    'buy, share, send, split, change and use their tickets, in $lang on a $device',
    async (variant) => {
      const story = await openStory({ shop, lane, post }, variant);
      const [buyer, recipient, stranger] = [
        await story.openPerson(),
        await story.openPerson(),
        await story.openPerson(),
      ];

      const first = await buy(story, buyer);
      await showLarge(story, buyer);
      const { reservation_number } = await ticketOf(shop, first);
      const shared = await share(story, buyer, first);
      await send(story, buyer);
      await expectUnshared(story, stranger, shared);

      const sent = await receive(story, recipient);
      const split = await splitUntilRefused(story, recipient, sent);

      const moved = await moveDate(story, buyer, first);
      await expectStateOnly(story, stranger, first, 'changed');
      await expectUnshared(story, stranger, shared);
      expect(await calendarOf(story, first)).toBe('cannot_change_ticket');
      await openLink(story, stranger, `#/id/${first}/receipt`);
      await stranger.at('receipt.refused');

      await readReceipt(story, buyer);
      await openLink(story, buyer, `#/id/${first}`);
      await lookUp(story, buyer, reservation_number);
      expect(buyer.hash()).toBe(`#/id/${moved}`);

      await enter(story, [moved, sent, split]);
      await expectSeats(story);
      expectCalm(buyer, /^404 GET \/api\/v1\/reservations$/);
      expectCalm(recipient, /^409 POST .*\/split$/);
      expectCalm(stranger, /^40[49] GET /);
    },
  );
});
