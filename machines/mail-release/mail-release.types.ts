import * as v from 'valibot';
import type { PageTypes } from '#machines/shared/screens.ts';
import { withAttempt } from '#machines/shared/stored.types.ts';

/** A newsletter subscription as its reader sees it; its mail address is mostly masked. */
const MagazineSchema = v.object({ email: v.string(), is_active: v.boolean() });
export type Magazine = v.InferOutput<typeof MagazineSchema>;

export const MailReleaseContextSchema = v.object({
  ...withAttempt,
  /** Token of the link in a mail. */
  token: v.string(),
  magazine: v.nullable(MagazineSchema),
});
export type MailReleaseContext = v.InferOutput<typeof MailReleaseContextSchema>;

export type ReleaseInput = { token: string; key: string };

export type MailReleaseTypes = PageTypes & {
  context: MailReleaseContext;
  events:
    | { type: 'page.restored' }
    | { type: 'magazine.stop' }
    | { type: 'magazine.again' }
    | { type: 'magazine.resume' };
  input: Pick<MailReleaseContext, 'token'>;
  children: { readMagazine: 'readMagazine'; stopMagazine: 'stopMagazine'; resumeMagazine: 'resumeMagazine' };
};
