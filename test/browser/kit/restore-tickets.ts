import { expect } from 'vitest';
import { shareTicket } from '#src/api/contract/tickets.ts';
import { newKey } from '#test/api/kit/buyer.ts';
import { ticketOf } from '#test/api/kit/holder.ts';
import { readCaches } from './offline.ts';
import { failing, opens, type RestoreCase, type RestoreCases, type Scene } from './restore.ts';

/** A ticket, its receipt and its sharing: nothing of them is stored, the link loads them again. */

const ticketHash = ({ token }: Scene) => `#/id/${token}`;
const expectCode: RestoreCase['check'] = async ({ shop, token, visitor: { page } }) => {
  const code = (await page.locator('.ticket .code-text').innerText()).replaceAll(/\s/g, '');
  expect(code).toBe((await ticketOf(shop, token)).entry_code);
};

/** Opens a ticket and removes it from the device; the link's page is left at once. */
const forgets =
  (hash: (scene: Scene) => string | Promise<string>): RestoreCase['go'] =>
  async (scene) => {
    await scene.visitor.open(await hash(scene));
    await scene.visitor.click('ticket.forget');
    await scene.visitor.click('dialog.ok');
  };
const expectForgotten: RestoreCase['check'] = async ({ visitor }) => {
  expect(visitor.hash()).toBe('#/forgotten');
  expect(await readCaches(visitor.page)).not.toContain('entry_code');
};

export const ticket: RestoreCases<'ticket'> = {
  reading: { go: opens(ticketHash), waits: 'getTicket', after: 'ticket.showing', check: expectCode },
  showing: { go: opens(ticketHash), check: expectCode },
  missing: { go: opens(() => '#/id/nothing') },
  recalling: {
    go: failing('getTicket', ticketHash),
    shown: 'ticket.unreachable',
    after: 'ticket.showing',
    check: expectCode,
  },
  unreachable: { go: failing('getTicket', ticketHash), after: 'ticket.showing', check: expectCode },
  forgetting: { go: forgets(ticketHash), shown: 'forgotten', check: expectForgotten },
  gone: { go: forgets(ticketHash), shown: 'forgotten', check: expectForgotten },
};

const receiptHash = ({ token }: Scene) => `#/id/${token}/receipt`;
const expectSheet: RestoreCase['check'] = ({ visitor: { page } }) => page.locator('.receipt').waitFor();

export const receipt: RestoreCases<'receipt'> = {
  reading: { go: opens(receiptHash), waits: 'getReceipt', after: 'receipt.showing', check: expectSheet },
  showing: { go: opens(receiptHash), check: expectSheet },
  refused: { go: opens(() => '#/id/nothing/receipt') },
  unreachable: { go: failing('getReceipt', receiptHash), after: 'receipt.showing', check: expectSheet },
};

const shareHash = ({ token }: Scene) => `#/tickets/share/${token}`;
const makeLink = async ({ visitor }: Scene): Promise<void> => {
  await visitor.click('share.make');
  await visitor.field('share_link').waitFor();
};

/** Whatever the server has received: after at most one more click, page and server agree on the share link. */
const expectShared: RestoreCase['check'] = async (scene) => {
  const { visitor, shop, token } = scene;
  await visitor.control('share.make').or(visitor.control('share.stop')).first().waitFor();
  if (await visitor.control('share.make').isVisible()) await makeLink(scene);
  const { state, share_token } = await ticketOf(shop, token);
  expect(state).toBe('shared');
  expect(await visitor.field('share_link').inputValue()).toContain(share_token);
};
const expectStopped: RestoreCase['check'] = async ({ visitor, shop, token }) => {
  await visitor.control('share.make').or(visitor.control('share.stop')).first().waitFor();
  if (await visitor.control('share.stop').isVisible()) await visitor.click('share.stop');
  await visitor.control('share.make').waitFor();
  expect((await ticketOf(shop, token)).state).toBe('valid');
};

export const share: RestoreCases<'share'> = {
  reading: { go: opens(shareHash), waits: 'getTicket', after: 'share.showing', check: makeLink },
  showing: {
    go: async (scene) => {
      await scene.visitor.open(shareHash(scene));
      await makeLink(scene);
    },
  },
  sharing: {
    go: async (scene) => {
      await scene.visitor.open(shareHash(scene));
      await scene.visitor.click('share.make');
    },
    waits: 'shareTicket',
    after: 'share.showing',
    check: expectShared,
  },
  stopping: {
    go: async (scene) => {
      await scene.visitor.open(shareHash(scene));
      await makeLink(scene);
      await scene.visitor.click('share.stop');
    },
    waits: 'stopSharing',
    after: 'share.showing',
    check: expectStopped,
  },
  missing: { go: opens(() => '#/tickets/share/nothing') },
  unreachable: { go: failing('getTicket', shareHash), after: 'share.showing', check: makeLink },
};

/** The share link's page. */
const sharedHash = async ({ shop, holder }: Scene): Promise<string> => {
  const { share_token } = await shop.call(shareTicket, { params: holder.params, key: newKey() });
  return `#/tickets/shared/${share_token}`;
};
const opensShared = async (scene: Scene): Promise<void> => scene.visitor.open(await sharedHash(scene));
const expectQr: RestoreCase['check'] = ({ visitor: { page } }) => page.locator('.ticket svg.qr').waitFor();

const sharedFails: RestoreCase['go'] = async (scene) => {
  await failing('getSharedTicket', () => '#/tickets/shared/nothing')(scene);
  await scene.visitor.at('shared.unreachable');
};

export const sharedTicket: RestoreCases<'shared-ticket'> = {
  reading: { go: opensShared, waits: 'getSharedTicket', after: 'shared.showing', check: expectQr },
  showing: { go: opensShared, check: expectQr },
  missing: { go: opens(() => '#/tickets/shared/nothing') },
  recalling: { go: sharedFails, shown: 'shared.unreachable', after: 'shared.missing' },
  unreachable: { go: sharedFails, after: 'shared.missing' },
  forgetting: { go: forgets(sharedHash), shown: 'forgotten', check: expectForgotten },
  gone: { go: forgets(sharedHash), shown: 'forgotten', check: expectForgotten },
};
