import type { DoneActorEvent, ErrorActorEvent } from 'xstate';
import type { Attempt } from '#machines/shared/attempt.ts';
import type { FailureNote } from '#src/domain/failures.ts';
import type { Lang } from '#src/domain/lang.ts';

/** A subscription as its reader is told it. */
export type Magazine = {
  /** Where it goes to, most of the address hidden. */
  email: string;
  is_active: boolean;
};

export type MailReleaseInput = {
  /** Of the link in a mail. */
  token: string;
};
export type MailReleaseContext = MailReleaseInput & {
  magazine: Magazine | null;
  attempt: Attempt | null;
  note: FailureNote | null;
};
export type MailReleaseEvent =
  /** A stored page goes on. */
  | { type: 'page.restored'; lang: Lang }
  | { type: 'magazine.stop' }
  | { type: 'magazine.again' }
  | DoneActorEvent<Magazine, 'readMagazine' | 'stopMagazine'>
  | ErrorActorEvent;
export type ReleaseInput = { token: string; key: string };
