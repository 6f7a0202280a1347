import type { Db } from '#server/db/open.ts';
import type { Sites } from '#server/shared/sites/sites.ts';
import type { TokenService } from '#server/shared/tokens/tokens.ts';

export type TicketDeps = { db: Db; tokens: TokenService; sites: Sites };
