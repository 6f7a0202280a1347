import type { Lanes } from '#server/db/lanes.ts';
import type { Db } from '#server/db/open.ts';
import type { HoldLimits } from '#server/orders/holds/hold-settings.ts';
import type { Sites } from '#server/shared/sites/sites.ts';
import type { TokenService } from '#server/shared/tokens/tokens.ts';
import type { CanTake } from './methods.ts';

export type OrderDeps = {
  db: Db;
  lanes: Lanes;
  tokens: TokenService;
  sites: Sites;
  holdLimits: HoldLimits;
  canTake: CanTake;
};
