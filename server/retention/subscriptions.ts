import { sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { SiteCode } from '#src/domain/site.ts';

type Subscription = { id: string; site: SiteCode; email: string };

/**
 * A keyed hash that replaces the address of an ended subscription: it recognises the address again, but no mail can be sent to
 * it.
 */
export const suppressedMail = (tokens: Deps['tokens'], site: SiteCode, email: string): string =>
  `-${tokens.idOf(`magazine\n${site}\n${email}`)}`;

/** Ends subscriptions and replaces their addresses by hashes, so that links in old newsletters still show that they ended. */
export const suppress = async (tx: Tx, tokens: Deps['tokens'], rows: readonly Subscription[]): Promise<void> => {
  for (const { id, site, email } of rows)
    await tx
      .updateTable('mail_magazines')
      .set({ email: suppressedMail(tokens, site, email), stopped_at: sql`coalesce(stopped_at, now())` })
      .where('id', '=', id)
      .execute();
};
