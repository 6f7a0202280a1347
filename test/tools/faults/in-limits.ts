import type { Fault } from './fault.ts';

/** Limits as they were before they were fair, or removed. */
export const inLimits: readonly Fault[] = [
  {
    name: 'a limit of held seats that is never reached',
    file: 'server/db/migrations/0017-one-statement.ts',
    find: 'return greatest(1, ceil(v_wait));',
    replace: 'return null;',
    why: 'One address holds every slot of a product.',
    lane: 'seats',
  },
  {
    name: 'a hold that begins again with each order that replaces another',
    file: 'server/orders/replace-order.ts',
    find: 'hold: isContinued ? { held_since, extensions } : {}',
    replace: 'hold: {}',
    why: 'Seats are held for ever without being paid.',
    lane: 'seats',
  },
  {
    name: 'look-ups that are limited by the mail address looked up',
    file: 'server/tickets/look-up.ts',
    find: '  if (row) return ticketTokenOf(tokens, row);\n',
    replace:
      '  await countUsesOnce(db, [{ about: tokens.idOf(`look-up` + email), most: 10, within: 600 }]);\n  if (row) return ticketTokenOf(tokens, row);\n',
    why: 'An attacker can lock a holder out of their ticket.',
    lane: 'limits',
  },
  {
    name: 'coupons that a whole network cannot use after one visitor guessed',
    file: 'server/orders/coupons.ts',
    find: 'most: is_first ? Number.POSITIVE_INFINITY : most',
    replace: 'most',
    why: 'A visitor with a valid code behind the same address is refused.',
    lane: 'limits',
  },
  {
    name: 'an order that mails any number of strangers',
    file: 'server/outbox/limits.ts',
    find: 'mail_confirm: { mailbox: 12, fromVisitor: 3, order: 5 }',
    replace: 'mail_confirm: { mailbox: 12, fromVisitor: 3 }',
    why: 'The venue sends spam.',
    lane: 'mails',
  },
  {
    name: 'a mailbox that one visitor locks for its owner',
    file: 'server/outbox/limits.ts',
    find: 'mail_confirm: { mailbox: 12,',
    replace: 'mail_confirm: { mailbox: 3,',
    why: 'The owner gets no confirmation and cannot buy.',
    lane: 'mails',
  },
  {
    name: 'a mailbox that counts as another one with an extra dot',
    file: 'server/outbox/limits.ts',
    find: 'const mailbox = mailboxOf(address);',
    replace: 'const mailbox = address;',
    why: 'A limit of three mails does not limit anything.',
    lane: 'mails',
  },
  {
    name: 'a visitor whose orders together send unlimited mails',
    file: 'server/outbox/limits.ts',
    find: 'const unpaidPerVisitor = 120;',
    replace: 'const unpaidPerVisitor = 1_000_000;',
    why: 'An order is free, so a visitor can begin a new one for every five strangers.',
    lane: 'mails',
  },
  {
    name: 'a place in the queue for any token, valid or not',
    file: 'server/http/priority.ts',
    find: 'if (!claim || !(await isValid(claim, client)))',
    replace: 'if (!claim)',
    why: 'Invalid requests overtake waiting visitors.',
    lane: 'crowd',
  },
  {
    name: 'a look-up whose behaviour reveals whether the number exists',
    file: 'server/tickets/look-up.ts',
    find: '  if (row) return ticketTokenOf(tokens, row);\n',
    replace:
      "  if (row) return ticketTokenOf(tokens, row);\n  if (await db.selectFrom('tickets').select('id').where('number', '=', number).executeTakeFirst()) await db.selectFrom('orders').select('id').limit(1).execute();\n",
    why: 'Numbers can be found out one by one, without the mail.',
    lane: 'limits',
  },
];
