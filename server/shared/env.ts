import * as v from 'valibot';
import { environments } from '#src/domain/site.ts';

/** Must be an origin without a path, because links append paths to it. */
const PublicUrl = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }): string => {
    const url = URL.parse(dataset.value);
    const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
    if (isOrigin) return url.origin;
    addIssue({ message: 'an origin such as https://tickets.example.org, without a path' });
    return NEVER;
  }),
);

/** Settings that all rooms share (docs/settings.md). */
export const sharedEntries = {
  /** `development`, `staging` or `production`; sent to the page. Outside development the preflight checks must pass. */
  APP_ENV: v.optional(v.picklist(environments), 'development'),
  /**
   * Origin of every link, without a path; needed outside development, https in production; in development without it:
   * from the request.
   */
  PUBLIC_URL: v.optional(PublicUrl),
};
export type SharedEnv = v.InferOutput<v.ObjectSchema<typeof sharedEntries, undefined>>;
