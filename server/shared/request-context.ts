import type { SiteCode } from '#src/domain/site.ts';
import type { Visitor } from './visitor.ts';

/** The context of a request beside its input. */
export type RequestContext = {
  site: SiteCode;
  /** Origin and base path of the site without a trailing slash; its hash routes are below. */
  base: string;
  /** The same for a retry with the same Idempotency-Key: ids of rows that a write creates derive from it. */
  effectId: string;
  /** Null for the venue's own commands. */
  visitor: Visitor | null;
};
