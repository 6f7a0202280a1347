import * as v from 'valibot';
import { environments, type SiteCode, SiteCodeSchema, siteCodes } from '#src/domain/site.ts';

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

const isSiteCode = (code: string): code is SiteCode => v.is(SiteCodeSchema, code);
/** Site codes separated by commas. */
const Sites = v.pipe(
  v.string(),
  v.transform((text) => [...new Set(text.split(',').map((code) => code.trim()))].filter(Boolean)),
  v.rawTransform(({ dataset, addIssue, NEVER }): readonly SiteCode[] => {
    const unknown = dataset.value.filter((code) => !isSiteCode(code));
    if (unknown.length === 0) return dataset.value.filter(isSiteCode);
    addIssue({ message: `${unknown.join(', ')}: not a site's code. The codes are ${siteCodes.join(', ')}` });
    return NEVER;
  }),
);

/** Settings that all rooms share (table in server/README.md). */
export const siteEntries = {
  APP_ENV: v.optional(v.picklist(environments), 'development'),
  SITES: v.optional(Sites),
  PUBLIC_URL: v.optional(PublicUrl),
};
export type SiteEnv = v.InferOutput<v.ObjectSchema<typeof siteEntries, undefined>>;

/** The sites on sale: by default all in development, none elsewhere. */
export const servedSites = ({ SITES, APP_ENV }: Pick<SiteEnv, 'SITES' | 'APP_ENV'>): readonly SiteCode[] =>
  SITES ?? (APP_ENV === 'development' ? siteCodes : []);
