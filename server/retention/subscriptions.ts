import { sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { SiteCode } from '#src/domain/site.ts';

type Subscription = { id: string; site: SiteCode; email: string };

/** What is left of an address that left a newsletter: enough to know it again, not enough to write to it. */
export const suppressedMail = (vault: Deps['vault'], site: SiteCode, email: string): string =>
  `-${vault.idOf(`magazine\n${site}\n${email}`)}`;

/** Ends subscriptions and leaves the hashes of their addresses: links in old newsletters still answer that they ended. */
export const suppress = async (tx: Tx, vault: Deps['vault'], rows: readonly Subscription[]): Promise<void> => {
  for (const { id, site, email } of rows)
    await tx
      .updateTable('mail_magazines')
      .set({ email: suppressedMail(vault, site, email), stopped_at: sql`coalesce(stopped_at, now())` })
      .where('id', '=', id)
      .execute();
};
