import * as v from 'valibot';
import { jsonObject } from '#server/core/settings.ts';
import { type SiteCode, SiteCodeSchema } from '#src/domain/site.ts';
import { exampleFolder } from '#src/sites/folder.ts';
import type { SiteOptions } from './open-sites.ts';

/** Site codes separated by commas, or `*`: every site of `SITES_DIR`. */
const Sites = v.pipe(
  v.string(),
  v.transform((text) => [...new Set(text.split(',').map((code) => code.trim()))].filter(Boolean)),
  v.rawTransform(({ dataset, addIssue, NEVER }): readonly SiteCode[] | '*' => {
    if (dataset.value.join() === '*') return '*';
    const unfit = dataset.value.filter((code) => !v.is(SiteCodeSchema, code));
    if (unfit.length === 0) return dataset.value;
    addIssue({ message: `${unfit.join(', ')}: not a site's code; codes separated by commas, or * alone` });
    return NEVER;
  }),
);

const scriptFormat =
  'scripts by site, {"mori": ["https://cdn.example/fp.js", "GTM-ABC1234"]}: container ids, or whole https addresses (a host alone is none)';

/** A host without a path would allow every script that anybody stores there. */
const isWholeAddress = (text: string): boolean => {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' || text.includes('*')) return false;
  return url.username === '' && url.hash === '' && url.pathname !== '/';
};
const ScriptSchema = v.pipe(
  v.string(scriptFormat),
  v.check((text) => /^GTM-[A-Z0-9]{4,10}$/.test(text) || isWholeAddress(text), scriptFormat),
);
const AllowedScripts = v.pipe(
  jsonObject(scriptFormat),
  v.record(v.message(SiteCodeSchema, scriptFormat), v.array(ScriptSchema, scriptFormat), scriptFormat),
);

const hostFormat = 'the site of each host, {"tickets.museum.example": "mori"}';
const HostSites = v.pipe(
  jsonObject(hostFormat),
  v.record(v.pipe(v.string(), v.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, hostFormat)), SiteCodeSchema, hostFormat),
);

/** Settings about the sites of a server (docs/settings.md). */
export const sitesEntries = {
  /**
   * Codes of the sites on sale, separated by commas, or `*`: every site of `SITES_DIR`, also later ones, and none of
   * the repository; a fault in one site does not stop the others. Needed outside development; all sites without it.
   */
  SITES: v.optional(Sites),
  /**
   * Folder of sites that add to those of `src/sites` or replace them; read again within 5 s (architecture.md, “Sites”).
   */
  SITES_DIR: v.optional(v.string()),
  /**
   * Scripts that a site may load on an origin that it shares with others: container ids of the tag manager and whole
   * addresses, exactly as loaded; `{"mori": ["https://cdn.example/fp.js", "GTM-ABC1234"]}`. Others are left out of its
   * pages, and `ops -- check` names them. A site with a host loads the scripts of its folder; in a demo the sandbox
   * simulates all of them.
   */
  ALLOWED_SCRIPTS: v.optional(AllowedScripts, '{}'),
  /**
   * The site of a host, `{"tickets.museum.example": "mori"}`: to settle whose it is, or to move it (operations.md,
   * “Hosts of a site”); without it the site that used the host first.
   */
  HOST_SITES: v.optional(HostSites),
  /**
   * The site of `/`. Its links contain no site code: a change breaks those in mails, so choose it before the first
   * sale.
   */
  DEFAULT_SITE: v.optional(SiteCodeSchema, 'borderless'),
};
export type SitesEnv = v.InferOutput<v.ObjectSchema<typeof sitesEntries, undefined>>;

/**
 * Which folders a server with these settings reads, and what it sells: by default all in development, none elsewhere. With `*`
 * the repository's sites are left out: they are examples.
 */
export const siteOptionsOf = (
  env: SitesEnv & { APP_ENV: string; PUBLIC_URL?: string | undefined },
): Omit<SiteOptions, 'log'> => {
  const own = env.SITES_DIR ? [env.SITES_DIR] : [];
  const [home, only] = [env.DEFAULT_SITE, env.SITES ?? (env.APP_ENV === 'development' ? null : [])];
  const shopHost = URL.parse(env.PUBLIC_URL ?? '')?.hostname;
  const hosts = { shopHost, hostSites: env.HOST_SITES };
  if (only === '*') return { folders: own, only: null, home, ...hosts };
  return { folders: [exampleFolder, ...own], only, home, ...hosts };
};
