import type { Log } from '#server/core/log.ts';
import type { Db } from '#server/db/open.ts';
import type { Sites } from '#server/shared/sites/sites.ts';
import type { TokenService } from '#server/shared/tokens/tokens.ts';
import type { Environment } from '#src/domain/site.ts';

/** Dependencies of a mail. */
export type MailDeps = {
  db: Db;
  log: Log;
  tokens: TokenService;
  sites: Sites;
  env: Environment;
  publicUrl: string | null;
  /** Whether passes can be saved in Google Wallet, which nothing replaces there. */
  wallets: { google: object | null };
};
