import type { DatabaseEnv } from '#server/db/env.ts';
import type { MailEnv } from '#server/mail/env.ts';
import type { MetricsEnv } from '#server/operators/metrics/env.ts';
import type { ProviderEnv } from '#server/payments/providers/env.ts';
import type { SharedEnv } from '#server/shared/env.ts';
import type { SitesEnv } from '#server/shared/sites/env.ts';
import type { SecretEnv } from '#server/shared/tokens/secrets.ts';
import type { HttpEnv } from '#server/web/http/env.ts';

/** The settings that the preflight checks read: those of all rooms, with what the tests of the process may set. */
export type PreflightEnv = SharedEnv &
  SitesEnv &
  DatabaseEnv &
  SecretEnv &
  ProviderEnv &
  HttpEnv &
  MailEnv &
  MetricsEnv & { FAILPOINT?: string | undefined };
