import { sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';
import { countUses, type Limit } from '#server/domain/rate-limit.ts';
import type { Vault } from '#server/domain/tokens.ts';
import { Problem } from '#server/http/problem.ts';
import { mailboxOf } from './mailbox.ts';

const hour = 3_600;

/**
 * Mails in an hour that visitors can cause, by kind: to one mailbox from one visitor and from all, about one order, and of one
 * visitor (reasons in server/README.md). A mailbox is limited per visitor first, so that nobody can lock another one's out.
 */
const perHour = {
  mail_confirm: { mailbox: 12, fromVisitor: 3, order: 5 },
  ticket_sent: { mailbox: 30, fromVisitor: 10, order: 30, visitor: 300 },
  ticket_changed: { mailbox: 30, order: 30 },
  ticket_reissued: { mailbox: 30, order: 3 },
  ticket_links: { mailbox: 3 },
  /* Of orders that cost nothing; one that was paid for is never limited. */
  completed: { mailbox: 10, visitor: 600 },
} as const satisfies Record<string, Partial<Record<'mailbox' | 'fromVisitor' | 'order' | 'visitor', number>>>;

export type LimitedMail = keyof typeof perHour;

/** Confirmation mails of one visitor in an hour, for orders that are not paid: who buys gets theirs back. */
const unpaidPerVisitor = 120;

/** Whose mail it is: where to, about which order, and from which address it was asked for (hashes). */
type About = { address: string; order?: string; visitor?: string | null };

const limitsOf = (vault: Vault, kind: LimitedMail, { address, order, visitor }: About): Limit[] => {
  const mailbox = mailboxOf(address);
  const figures: Partial<Record<'mailbox' | 'fromVisitor' | 'order' | 'visitor', number>> = perHour[kind];
  const things = {
    mailbox,
    fromVisitor: visitor && `${visitor}\n${mailbox}`,
    order,
    visitor,
  };
  return (['mailbox', 'fromVisitor', 'order', 'visitor'] as const).flatMap((name) => {
    const [most, thing] = [figures[name], things[name]];
    return most && thing ? [{ about: vault.idOf(`mail\n${kind}\n${name}\n${thing}`), most, within: hour }] : [];
  });
};

/**
 * Counts a mail that is about to be put into the outbox in the same transaction. Throws rate_limited, and then nothing of the
 * request has happened.
 */
export const limitMail = async (tx: Tx, vault: Vault, kind: LimitedMail, about: About): Promise<void> => {
  await countUses(tx, limitsOf(vault, kind, about));
};

/** The same; out: whether it may be sent, where nobody waits for an answer. */
export const isMailSpared = async (tx: Tx, vault: Vault, kind: LimitedMail, about: About): Promise<boolean> => {
  try {
    await limitMail(tx, vault, kind, about);
    return true;
  } catch (thrown) {
    if (thrown instanceof Problem && thrown.code === 'rate_limited') return false;
    throw thrown;
  }
};

/**
 * Limits confirmation mails of all orders that one visitor began. They count only while their orders are not paid: behind one
 * address thousands may be buying. Throws rate_limited.
 */
export const limitUnpaid = async (tx: Tx, visitor: string | null): Promise<void> => {
  if (visitor === null) return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`mail ${visitor}`}, 4176))`.execute(tx);
  const { sent } = await tx
    .selectFrom('outbox')
    .innerJoin('orders', 'orders.id', 'outbox.order_id')
    .select(sql<number>`count(*)::int`.as('sent'))
    .where('outbox.kind', '=', 'mail_confirm')
    .where('outbox.created_at', '>', sql<Date>`now() - make_interval(secs => ${hour})`)
    .where('orders.asked_by', '=', visitor)
    .where('orders.status', '<>', 'paid')
    .executeTakeFirstOrThrow();
  if (sent >= unpaidPerVisitor) throw new Problem('rate_limited', { retryAfter: 600 });
};
