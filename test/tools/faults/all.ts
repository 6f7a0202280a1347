import type { Fault } from './fault.ts';
import { inActions } from './in-actions.ts';
import { inCharts } from './in-charts.ts';
import { inLimits } from './in-limits.ts';
import { inPayments } from './in-payments.ts';
import { inRooms } from './in-rooms.ts';
import { inScreens } from './in-screens.ts';
import { inWallets } from './in-wallets.ts';

/** Every planted fault. A new one is a row of one of these tables. */
export const faults: readonly Fault[] = [
  ...inCharts,
  ...inActions,
  ...inScreens,
  ...inPayments,
  ...inLimits,
  ...inWallets,
  ...inRooms,
];
