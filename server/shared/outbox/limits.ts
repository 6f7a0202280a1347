import { domainToASCII } from 'node:url';
import { sql } from 'kysely';
import type { Tx } from '#server/db/open.ts';
import { lockTexts } from '#server/shared/lock-seeds.ts';
import { Problem } from '#server/shared/problem.ts';
import { countUses, type Limit } from '#server/shared/rate-limit.ts';
import type { TokenService } from '#server/shared/tokens/tokens.ts';
import { perNetwork, type Visitor } from '#server/shared/visitor.ts';
import { toAscii } from '#src/domain/digits.ts';

/** Domains where dots in the local part make no difference. */
const google = new Set(['gmail.com', 'googlemail.com']);

/**
 * A key for the mailbox that an address most likely reaches, for limits only. It ignores case, width, quotes, the spelling of an
 * internationalised domain, a tag after `+`, and Google's dots. If two mailboxes have the same key they only share a limit.
 */
export const mailboxOf = (typed: string): string => {
  const address = toAscii(typed).normalize('NFKC').trim().toLowerCase();
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1).replace(/(?<!\.)\.+$/, '');
  const name = address.slice(0, Math.max(0, at)).replaceAll(/^"|"$|\\/g, '');
  const host = domainToASCII(domain) || domain;
  const untagged = name.replace(/(?<=.)\+.*$/su, '');
  return google.has(host) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${host}`;
};

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

type About = {
  address: string;
  order?: string;
  visitor?: Visitor | null;
  /** A site's own figures. */
  own?: { mailbox?: number | undefined; visitor?: number | undefined };
};

const limitsOf = (tokens: TokenService, kind: LimitedMail, { address, order, visitor, own = {} }: About): Limit[] => {
  const mailbox = mailboxOf(address);
  const figures: Partial<Record<'mailbox' | 'fromVisitor' | 'order' | 'visitor', number>> = perHour[kind];
  const aboutOf = (name: string, thing: string) => tokens.idOf(`mail\n${kind}\n${name}\n${thing}`);
  const limitOf = (name: string, max: number | undefined, thing: string | undefined): Limit[] =>
    max && thing ? [{ about: aboutOf(name, thing), max, within: hour }] : [];
  const limitOfNetworks = (name: string, max: number | undefined, suffix = ''): Limit[] =>
    max && visitor ? perNetwork(visitor, (network) => aboutOf(name, network + suffix), { max, within: hour }) : [];
  return [
    ...limitOf('mailbox', own.mailbox ?? figures.mailbox, mailbox),
    ...limitOfNetworks('fromVisitor', figures.fromVisitor, `\n${mailbox}`),
    ...limitOf('order', figures.order, order),
    ...limitOfNetworks('visitor', own.visitor ?? figures.visitor),
  ];
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
export const limitUnpaid = async (tx: Tx, visitor: Visitor | null): Promise<void> => {
  if (visitor === null) return;
  const ids = visitor.map(({ id }) => id);
  const texts = ids.map((id) => `mail ${id}`);
  await lockTexts(tx, 'unpaidMails', texts);
  const { rows } = await sql<{ id: string; sent: number }>`
    select counted.id, count(*)::int as sent from (values ${sql.join(ids.map((id) => sql`(${id}::text)`))}) as counted (id)
    join orders on orders.asked_by = counted.id or orders.address_56 = counted.id or orders.address_48 = counted.id
    join outbox on outbox.order_id = orders.id
    where outbox.kind = 'mail_confirm' and outbox.created_at > now() - make_interval(secs => ${hour})
      and orders.status <> 'paid'
    group by counted.id`.execute(tx);
  const isOver = ({ id, factor }: Visitor[number]) =>
    (rows.find((row) => row.id === id)?.sent ?? 0) >= unpaidPerVisitor * factor;
  if (visitor.some(isOver)) throw new Problem('rate_limited', { retryAfter: 600 });
};
