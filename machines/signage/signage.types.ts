import type { DoneActorEvent } from 'xstate';
import type { Lang } from '#src/domain/lang.ts';
import type { Today } from '#src/domain/signage.ts';

export type SignageInput = { lang: Lang };
export type SignageContext = SignageInput & {
  today: Today | null;
  /** How far the server's clock is ahead of this device's, ms. */
  ahead: number;
  /** The last read failed: what is shown is as of `today.as_of`. */
  isStale: boolean;
};
/** `at`: when the reply arrived, ms since 1970 by this device's clock. */
export type Looked = { today: Today; at: number };
export type SignageEvent = DoneActorEvent<Looked, 'readToday'> | { type: 'language.choose'; lang: Lang };
