import { sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';
import { lockSeeds } from '#server/shared/lock-seeds.ts';
import { Problem } from '#server/shared/problem.ts';
import { countUses, type Limit } from '#server/shared/rate-limit.ts';
import type { TokenService } from '#server/tokens/tokens.ts';
import { mailboxOf } from './mailbox.ts';

const hour = 3_600;

/**
 * Mails per hour that visitors can cause, by kind: to one mailbox from all visitors and from one, per order, and per visitor
 * (docs/operations.md#limits). `fromVisitor` is lower than `mailbox`, so that one visitor alone cannot exhaust the limit of
 * another person's mailbox.
 */
const perHour = {
  mail_confirm: { mailbox: 12, fromVisitor: 3, order: 5 },
  ticket_sent: { mailbox: 30, fromVisitor: 10, order: 30, visitor: 300 },
  ticket_changed: { mailbox: 30, order: 30 },
  ticket_reissued: { mailbox: 30, order: 3 },
  ticket_links: { mailbox: 3 },
  corrected: { mailbox: 12, fromVisitor: 3, order: 3 },
  /* Only for orders without a price; paid ones are never limited. */
  completed: { mailbox: 10, visitor: 600 },
} as const satisfies Record<string, Partial<Record<'mailbox' | 'fromVisitor' | 'order' | 'visitor', number>>>;

export type LimitedMail = keyof typeof perHour;

/** Confirmation mails per visitor in an hour for unpaid orders; those of orders that get paid do not count. */
const unpaidPerVisitor = 120;

/** Recipient, order, and hash of the client's address. */
type About = {
  address: string;
  order?: string;
  visitor?: string | null;
  /** A site's own figures. */
  own?: { mailbox?: number | undefined; visitor?: number | undefined };
};

const limitsOf = (tokens: TokenService, kind: LimitedMail, { address, order, visitor, own = {} }: About): Limit[] => {
  const mailbox = mailboxOf(address);
  const figures: Partial<Record<'mailbox' | 'fromVisitor' | 'order' | 'visitor', number>> = perHour[kind];
  const subjects = {
    mailbox,
    fromVisitor: visitor && `${visitor}\n${mailbox}`,
    order,
    visitor,
  };
  return (['mailbox', 'fromVisitor', 'order', 'visitor'] as const).flatMap((name) => {
    const usual = figures[name];
    const [most, thing] = [name === 'mailbox' || name === 'visitor' ? (own[name] ?? usual) : usual, subjects[name]];
    return most && thing ? [{ about: tokens.idOf(`mail\n${kind}\n${name}\n${thing}`), most, within: hour }] : [];
  });
};

/** Counts a mail before it is added to the outbox in the same transaction. Throws rate_limited, which rolls the request back. */
export const limitMail = async (tx: Tx, tokens: TokenService, kind: LimitedMail, about: About): Promise<void> => {
  await countUses(tx, limitsOf(tokens, kind, about));
};

/** As `limitMail`, but returns whether the mail may be sent; for mails without a waiting client. */
export const isMailAllowed = async (
  tx: Tx,
  tokens: TokenService,
  kind: LimitedMail,
  about: About,
): Promise<boolean> => {
  try {
    await limitMail(tx, tokens, kind, about);
    return true;
  } catch (thrown) {
    if (thrown instanceof Problem && thrown.code === 'rate_limited') return false;
    throw thrown;
  }
};

/**
 * Limits confirmation mails over all orders of one visitor. They count only while their orders are unpaid: thousands of buyers
 * may share one address. Throws rate_limited.
 */
export const limitUnpaid = async (tx: Tx, visitor: string | null): Promise<void> => {
  if (visitor === null) return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`mail ${visitor}`}, ${sql.lit(lockSeeds.unpaidMails)}))`.execute(
    tx,
  );
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
