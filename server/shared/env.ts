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

/** Settings that all rooms share (table in server/README.md). */
export const sharedEntries = {
  APP_ENV: v.optional(v.picklist(environments), 'development'),
  PUBLIC_URL: v.optional(PublicUrl),
};
export type SharedEnv = v.InferOutput<v.ObjectSchema<typeof sharedEntries, undefined>>;
