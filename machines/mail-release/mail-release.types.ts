import type { DoneActorEvent, ErrorActorEvent } from 'xstate';
import type { Attempt } from '#machines/shared/attempt.ts';
import type { FailureDetails } from '#src/domain/failures.ts';
import type { Lang } from '#src/domain/lang.ts';

/** A newsletter subscription as its reader sees it. */
export type Magazine = {
  /** Mail address, mostly masked. */
  email: string;
  is_active: boolean;
};

export type MailReleaseInput = {
  /** Token of the link in a mail. */
  token: string;
};
export type MailReleaseContext = MailReleaseInput & {
  magazine: Magazine | null;
  attempt: Attempt | null;
  failure: FailureDetails | null;
};
export type MailReleaseEvent =
  /** Sent when a stored page is restored. */
  | { type: 'page.restored'; lang: Lang }
  | { type: 'magazine.stop' }
  | { type: 'magazine.again' }
  | DoneActorEvent<Magazine, 'readMagazine' | 'stopMagazine'>
  | ErrorActorEvent;
export type ReleaseInput = { token: string; key: string };
