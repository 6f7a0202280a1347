import { expect } from 'vitest';
import { getTicket } from '#src/api/contract/tickets.ts';
import { markUsed } from '#test/api/kit/holder.ts';
import { failing, opens, type RestoreCase, type RestoreCases, type Scene } from './restore.ts';

/** Replacing a link: a reload at any moment replaces it once and reports it. */

const hash = ({ token }: Scene) => `#/tickets/revoke/${token}`;

const submit = async (scene: Scene): Promise<void> => {
  await scene.visitor.open(hash(scene));
  await scene.visitor.click('revoke.submit');
};

const mailsOf = async ({ shop, holder }: Scene): Promise<number> => {
  const order = shop.db.selectFrom('orders').select('id').where('reservation_number', '=', holder.number);
  const rows = shop.db.selectFrom('outbox').select('id').where('kind', '=', 'ticket_reissued');
  return (await rows.where('order_id', '=', order).execute()).length;
};

const expectReplacedOnce: RestoreCase['check'] = async (scene) => {
  const { shop, holder, visitor } = scene;
  expect(await mailsOf(scene)).toBe(1);
  expect((await shop.send(getTicket, { params: holder.params })).status).toBe(404);
  await visitor.page.getByRole('status').filter({ hasText: '***@' }).waitFor();
};

export const revoke: RestoreCases<'revoke'> = {
  reading: { go: opens(hash), waits: 'getTicket', after: 'revoke.asking' },
  asking: { go: opens(hash) },
  revoking: { go: submit, waits: 'revokeTicket', after: 'revoke.revoked', check: expectReplacedOnce },
  revoked: { go: submit, check: expectReplacedOnce },
  closed: {
    go: async (scene) => {
      await markUsed(scene.shop, scene.token);
      await scene.visitor.open(hash(scene));
    },
  },
  missing: { go: opens(() => '#/tickets/revoke/nothing') },
  unreachable: { go: failing('getTicket', hash), after: 'revoke.asking' },
};
