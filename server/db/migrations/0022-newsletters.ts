import { type Kysely, sql } from 'kysely';
import { catalogue, sites } from './schema/catalogue.ts';
import { endFunctions } from './schema/end-orders.ts';
import { mails } from './schema/mails.ts';
import { operation, waitingRooms } from './schema/operation.ts';
import { orders, payments } from './schema/orders.ts';
import { purchaseFunctions } from './schema/purchase.ts';
import { queueFunctions } from './schema/queue.ts';
import { stockFunctions } from './schema/stock.ts';
import { tickets } from './schema/tickets.ts';

/**
 * Plain SQL that PostgreSQL 15 and PGlite (PostgreSQL 18) both take; one statement per entry. Databases of the release of 28 November
 * 2026 have the same schema and these functions, so a change is another migration. Their processes may still call functions that only
 * they have, so a changed function gets a new name (docs/decisions/0023-rules-judge-statements-write.md).
 */
export const statements = [
  ...[sites, catalogue, orders, payments, tickets, mails, waitingRooms, operation],
  ...[stockFunctions, purchaseFunctions, endFunctions, queueFunctions],
].flat();

/** The release whose databases and dumps this one takes; older ones go by it. */
export const firstRelease = 'the release of 28 November 2026 (commit 0739961f)';

/** An error whose message tells the operator which release to start first. */
export class OldSchemaFault extends Error {
  constructor() {
    super(
      `This database is older than ${firstRelease}. Start that one on it first, then this one (docs/operations.md#upgrade).`,
    );
  }
}

/** Throws OldSchemaFault in a database whose tables an earlier release made. */
export const check = async <T>(db: Kysely<T>): Promise<void> => {
  const { rows } = await sql`select 1 where to_regclass('sites') is not null`.execute(db);
  if (rows.length > 0) throw new OldSchemaFault();
};
