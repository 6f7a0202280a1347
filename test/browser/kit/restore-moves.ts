import { expect } from 'vitest';
import { markUsed, ticketOf } from '#test/api/kit/holder.ts';
import { seatsOf } from '#test/api/kit/time.ts';
import { openAt } from './hand-over.ts';
import { failing, opens, type RestoreCase, type RestoreCases, type Scene } from './restore.ts';

/** Sending and changing the date: choices and typed text survive a reload, and a sent request's result is queried. */

const friend = 'friend@visitor.example';

/** Sends one of two people to a friend, with a note. */
const choose = async ({ visitor, holder }: Scene): Promise<void> => {
  await openAt(visitor, 'send', holder);
  await visitor.fill('admission-adult', '1');
  await visitor.fill('email', friend);
  await visitor.fill('note', 'Bring a coat');
  await visitor.field('note').blur();
};
const check = async (scene: Scene): Promise<void> => {
  await choose(scene);
  await scene.visitor.click('send.check');
  await scene.visitor.at('send.checking');
};
const submit = async (scene: Scene): Promise<void> => {
  await check(scene);
  await scene.visitor.click('send.submit');
};

/** Number of mails of a kind about the scene's order. */
const mailsOf = async ({ shop, holder }: Scene, kind: 'ticket_sent' | 'ticket_changed'): Promise<number> => {
  const order = shop.db.selectFrom('orders').select('id').where('reservation_number', '=', holder.number);
  const rows = shop.db.selectFrom('outbox').select('id').where('kind', '=', kind).where('order_id', '=', order);
  return (await rows.execute()).length;
};
const expectSentOnce: RestoreCase['check'] = async (scene) => {
  expect((await ticketOf(scene.shop, scene.token)).quantity).toBe(1);
  expect(await mailsOf(scene, 'ticket_sent')).toBe(1);
  await scene.visitor.page.getByRole('status').filter({ hasText: friend }).waitFor();
};

const sendHash = ({ token }: Scene) => `#/tickets/send/${token}`;
const used =
  (hash: (scene: Scene) => string): RestoreCase['go'] =>
  async (scene) => {
    await markUsed(scene.shop, scene.token);
    await scene.visitor.open(hash(scene));
  };

export const send: RestoreCases<'send'> = {
  reading: { go: opens(sendHash), waits: 'getTicket', after: 'send.choosing' },
  choosing: { go: choose },
  checking: { go: check },
  sending: { go: submit, waits: 'sendTicket', after: 'send.sent', check: expectSentOnce },
  sent: { go: submit, check: expectSentOnce },
  closed: { go: used(sendHash) },
  missing: { go: opens(() => '#/tickets/send/nothing') },
  unreachable: { go: failing('getTicket', sendHash), after: 'send.choosing' },
};

const dateHash = ({ token }: Scene) => `#/tickets/changedate/${token}`;
const choosing = 'changedate.changedate.choosing';
const pick = async ({ visitor, holder, other }: Scene): Promise<void> => {
  await openAt(visitor, 'changedate', holder);
  await visitor.click('timespan.choose', other);
};
const compare = async (scene: Scene): Promise<void> => {
  await pick(scene);
  await scene.visitor.click('date.check');
  await scene.visitor.at('changedate.confirm.asking');
};
const move = async (scene: Scene): Promise<void> => {
  await compare(scene);
  await scene.visitor.click('date.submit');
};
const expectTimes: RestoreCase['check'] = ({ visitor, other }) => visitor.control('timespan.choose', other).waitFor();
const sold = async ({ shop, slot, other }: Scene): Promise<number[]> => [
  (await seatsOf(shop, slot)).sold,
  (await seatsOf(shop, other)).sold,
];
const expectMovedOnce: RestoreCase['check'] = async (scene) => {
  expect(await sold(scene)).toEqual([0, 2]);
  expect(await mailsOf(scene, 'ticket_changed')).toBe(1);
};
const expectNotMoved: RestoreCase['check'] = async (scene) => expect(await sold(scene)).toEqual([2, 0]);

export const changeDate: RestoreCases<'change-date'> = {
  'changedate.reading': { go: opens(dateHash), waits: 'getTicket', after: choosing, check: expectTimes },
  'changedate.searching': { go: opens(dateHash), waits: 'searchProducts', after: choosing, check: expectTimes },
  'changedate.choosing': { go: pick, check: expectNotMoved },
  'changedate.closed': { go: used(dateHash) },
  'changedate.missing': { go: opens(() => '#/tickets/changedate/nothing') },
  'changedate.unreachable': { go: failing('getTicket', dateHash), after: choosing, check: expectTimes },
  'confirm.asking': { go: compare, check: expectNotMoved },
  'confirm.moving': { go: move, waits: 'changeDate', after: 'changedate.complete', check: expectMovedOnce },
  complete: { go: move, check: expectMovedOnce },
};
