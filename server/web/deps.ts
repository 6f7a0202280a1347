import type { Recent } from '#server/core/recent.ts';
import type { DiskWatch } from '#server/db/disk.ts';
import type { Db } from '#server/db/open.ts';
import type { WaitingRoom } from '#server/orders/waiting-room/waiting-room.ts';
import type { PaymentDeps } from '#server/payments/deps.ts';
import type { AdmissionQueue } from '#server/shared/admission-queue/admission-queue.ts';
import type { RetentionRules } from '#server/shared/retention-rules.ts';
import type { AllowedScripts } from '#server/shared/sites/scripts.ts';
import type { Environment } from '#src/domain/site.ts';
import type { Proxies } from './http/address.ts';
import type { BotCheck } from './http/bot-check.ts';
import type { Answered } from './http/frame.ts';
import type { Wallets } from './wallets/wallets.ts';

/** Dependencies of what visitors are shown and call: those of payments, orders and tickets, and what only the web uses. */
export type WebDeps = PaymentDeps & {
  /** For requests that only read: separate connections, so that writers waiting for locks do not use them up. */
  reads: Db;
  disk: DiskWatch;
  admissionQueue: AdmissionQueue;
  waitingRoom: WaitingRoom;
  recent: Recent;
  /** The next days, as pages contain them. */
  arrivals: Recent;
  metrics: {
    answered: (answer: Answered) => void;
    /** A wrong look-up, coupon code or operator token. */
    guessed: (what: 'look-up' | 'coupon' | 'operator') => void;
  };
  wallets: Wallets;
  botCheck: BotCheck;
  env: Environment;
  retention: RetentionRules;
  allowedScripts: AllowedScripts;
  /** Origin of the sandbox for browsers; null with real providers. */
  sandboxUrl: string | null;
  publicUrl: string | null;
  /** Proxies that are trusted to report client addresses. */
  proxies: Proxies;
  hstsSubdomains: boolean;
  /** `isEnding`: the process is shutting down. */
  life: { isEnding: boolean };
  /** Folder of the built app. */
  clientFolder: string;
  /** Folder of `SECRETS_DIR`; undefined without it. */
  secretsFolder?: string | undefined;
};
