import { inLane } from './fault.ts';

/** Limits as they were before they were fair, or removed. */
export const inLimits = inLane('limits', [
  {
    name: 'an order that enters though it has to wait',
    file: 'server/waiting-room/waiting-room.ts',
    find: "if (state === 'waiting') throw mustWait();",
    replace: '',
    lane: 'queue',
  },
  {
    name: 'a turn that pays for any number of orders',
    file: 'server/db/migrations/functions/queue.ts',
    find: "set state = 'used', order_id = p_order, version",
    replace: 'set order_id = p_order, version',
    lane: 'queue',
  },
  {
    name: 'places of one address that all wait in front',
    file: 'server/db/migrations/functions/queue.ts',
    find: "v_state = 'waiting' and p_address is not null and p_places",
    replace: "v_state = 'used' and p_places",
    lane: 'queue',
  },
  {
    name: 'a limit of held seats that is never reached',
    file: 'server/db/migrations/0017-one-statement.ts',
    find: 'return greatest(1, ceil(v_wait));',
    replace: 'return null;',
    lane: 'seats',
  },
  {
    name: 'a hold that begins again with each order that replaces another',
    file: 'server/orders/replace-order.ts',
    find: 'hold: isContinued ? { held_since, extensions } : {}',
    replace: 'hold: {}',
    lane: 'seats',
  },
  {
    name: 'look-ups that are limited by the mail address looked up',
    file: 'server/tickets/look-up.ts',
    find: '  if (row) return ticketTokenOf(tokens, row);\n',
    replace:
      '  await countUsesOnce(db, [{ about: tokens.idOf(`look-up` + email), most: 10, within: 600 }]);\n  if (row) return ticketTokenOf(tokens, row);\n',
  },
  {
    name: 'coupons that a whole network cannot use after one visitor guessed',
    file: 'server/orders/coupons.ts',
    find: 'most: is_first ? Number.POSITIVE_INFINITY : most',
    replace: 'most',
  },
  {
    name: 'an order that mails any number of strangers',
    file: 'server/outbox/limits.ts',
    find: 'mail_confirm: { mailbox: 12, fromVisitor: 3, order: 5 }',
    replace: 'mail_confirm: { mailbox: 12, fromVisitor: 3 }',
    lane: 'mails',
  },
  {
    name: 'a mailbox that one visitor locks for its owner',
    file: 'server/outbox/limits.ts',
    find: 'mail_confirm: { mailbox: 12,',
    replace: 'mail_confirm: { mailbox: 3,',
    lane: 'mails',
  },
  {
    name: 'a mailbox that counts as another one with an extra dot',
    file: 'server/outbox/limits.ts',
    find: 'const mailbox = mailboxOf(address);',
    replace: 'const mailbox = address;',
    lane: 'mails',
  },
  {
    name: 'a visitor whose orders together send unlimited mails',
    file: 'server/outbox/limits.ts',
    find: 'const unpaidPerVisitor = 120;',
    replace: 'const unpaidPerVisitor = 1_000_000;',
    lane: 'mails',
  },
  {
    name: 'holds that end all at once, before any request is read',
    file: 'server/holds/holds.ts',
    find: 'while ((await endSome(db, null)) > 0) await otherWork();',
    replace: 'while ((await endSome(db, null)) > 0);',
    lane: 'expiry',
  },
  {
    name: 'a place in the queue for any token, valid or not',
    file: 'server/http/priority.ts',
    find: 'if (!claim || !(await isValid(claim, client)))',
    replace: 'if (!claim)',
    lane: 'crowd',
  },
  {
    name: 'a look-up whose behaviour reveals whether the number exists',
    file: 'server/tickets/look-up.ts',
    find: '  if (row) return ticketTokenOf(tokens, row);\n',
    replace:
      "  if (row) return ticketTokenOf(tokens, row);\n  if (await db.selectFrom('tickets').select('id').where('number', '=', number).executeTakeFirst()) await db.selectFrom('orders').select('id').limit(1).execute();\n",
  },
]);
