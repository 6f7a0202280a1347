import type { Log } from '#server/core/log.ts';
import type { Db } from '#server/db/open.ts';
import type { Sites } from '#server/shared/sites/sites.ts';
import type { TokenService } from '#server/shared/tokens/tokens.ts';
import type { Environment } from '#src/domain/site.ts';

export type MailDeps = {
  db: Db;
  log: Log;
  tokens: TokenService;
  sites: Sites;
  env: Environment;
  publicUrl: string | null;
  /** Google Wallet, if it is configured: a pass saved there does not get a new code, so mails about a changed ticket say so. */
  wallets: { google: object | null };
};
