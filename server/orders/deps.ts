import type { Lanes } from '#server/db/lanes.ts';
import type { Db } from '#server/db/open.ts';
import type { LimitDeps } from '#server/orders/holds/hold-settings.ts';
import type { Sites } from '#server/shared/sites/sites.ts';
import type { TokenService } from '#server/shared/tokens/tokens.ts';
import type { MethodDeps } from './methods.ts';

/** Dependencies of an unpaid order. */
export type OrderDeps = LimitDeps & MethodDeps & { db: Db; tokens: TokenService; sites: Sites; lanes: Lanes };
