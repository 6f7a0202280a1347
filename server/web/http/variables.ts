import type { SiteCode } from '#src/domain/site.ts';
import type { Bindings } from './listen.ts';

/** Set by the middleware before a route runs. */
export type Variables = {
  Variables: { site: SiteCode; base: string; requestId: string; address: string };
  /** Empty in tests that call the app without a connection. */
  Bindings: Partial<Bindings>;
};
