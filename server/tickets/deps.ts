import type { Db } from '#server/db/open.ts';
import type { Sites } from '#server/sites/sites.ts';
import type { TokenService } from '#server/tokens/tokens.ts';

/** Dependencies of a ticket. */
export type TicketDeps = { db: Db; tokens: TokenService; sites: Sites };
