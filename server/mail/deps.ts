import type { Log } from '#server/core/log.ts';
import type { TicketDeps } from '#server/tickets/deps.ts';
import type { Environment } from '#src/domain/site.ts';

export type MailDeps = TicketDeps & {
  log: Log;
  env: Environment;
  publicUrl: string | null;
  /** Google Wallet, if it is configured: a pass saved there does not get a new code, so mails about a changed ticket say so. */
  wallets: { google: object | null };
};
