import type { Fault } from './fault.ts';

/** Limits as they were before they were fair, or removed. */
export const inLimits: readonly Fault[] = [
  {
    name: 'a budget of seats that nobody meets',
    file: 'server/holds/hold-limit.ts',
    find: '  if (day <= budget) return;\n',
    replace: '  if (day <= budget || budget >= 0) return;\n',
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
    name: 'look-ups that are limited by the address that is looked for',
    file: 'server/tickets/look-up.ts',
    find: '  if (row) return ticketTokenOf(tokens, row);\n',
    replace:
      '  await countUsesOnce(db, [{ about: tokens.idOf(`look-up` + email), most: 10, within: 600 }]);\n  if (row) return ticketTokenOf(tokens, row);\n',
    why: 'Anybody keeps somebody else from their ticket.',
    lane: 'limits',
  },
  {
    name: 'coupons that a whole network cannot use after one visitor guessed',
    file: 'server/orders/coupons.ts',
    find: 'most: is_first ? Number.POSITIVE_INFINITY : most',
    replace: 'most',
    why: 'Who has a good code behind the same address is refused.',
    lane: 'limits',
  },
  {
    name: 'an order that mails as many strangers as it is told to',
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
    name: 'a mailbox that is another one with a dot more',
    file: 'server/outbox/limits.ts',
    find: 'const mailbox = mailboxOf(address);',
    replace: 'const mailbox = address;',
    why: 'A limit of three mails is one of any number.',
    lane: 'mails',
  },
  {
    name: 'a visitor whose orders together mail without end',
    file: 'server/outbox/limits.ts',
    find: 'const unpaidPerVisitor = 120;',
    replace: 'const unpaidPerVisitor = 1_000_000;',
    why: 'An order costs nothing: a new one for each five strangers.',
    lane: 'mails',
  },
  {
    name: 'a place in the queue for whoever shows any token',
    file: 'server/http/priority.ts',
    find: 'if (!claim || !(await isValid(claim, client)))',
    replace: 'if (!claim)',
    why: 'Junk goes before those who wait.',
    lane: 'crowd',
  },
  {
    name: 'a look-up that tells by what it does whether the number exists',
    file: 'server/tickets/look-up.ts',
    find: '  if (row) return ticketTokenOf(tokens, row);\n',
    replace:
      "  if (row) return ticketTokenOf(tokens, row);\n  if (await db.selectFrom('tickets').select('id').where('number', '=', number).executeTakeFirst()) await db.selectFrom('orders').select('id').limit(1).execute();\n",
    why: 'Numbers can be found out one by one, without the mail.',
    lane: 'limits',
  },
];
