import type { SiteCode } from '#src/domain/site.ts';
import type { MaybeMoment, Stamp } from './columns.ts';

/** Tables of contracts with payment providers; columns are described in `migrations/`. */
export type ContractTables = {
  /** Notices that earlier releases took; they are deleted after 30 days. */
  webhook_events: { provider: string; id: string; received_at: Stamp };
  /** Also the owners of hosts: `provider` is `host` then. */
  contract_owners: { provider: string; contract: string; site: SiteCode; since: Stamp };
  unapplied_payments: {
    payment_id: string;
    provider_id: string;
    amount: number;
    currency: string;
    reported_at: Stamp;
    returned_at: MaybeMoment;
  };
};
