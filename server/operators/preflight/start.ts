import type { Log } from '#server/core/log.ts';
import type { Db } from '#server/db/open.ts';
import { type Finding, SettingsFault } from '#server/shared/finding.ts';
import type { Sites } from '#server/shared/sites/sites.ts';
import { faultLine } from '#src/sites/read-site.ts';
import { readCatalogues } from './catalogues.ts';
import type { PreflightEnv } from './env.ts';
import { type MethodsOnOffer, readMethodsOnOffer } from './methods-on-offer.ts';
import { refusingFindings, siteFindings } from './preflight.ts';

/**
 * Settings that were read, if nothing is wrong with them. `demo`: methods of the demo catalogues that this start would seed. Throws
 * a SettingsFault with everything that prevents this server from selling.
 */
export const checkedSettings = async <Read extends PreflightEnv>(
  { env, findings }: { env: Read; findings: Finding[] },
  sites: Sites,
  demo: MethodsOnOffer,
): Promise<Read> => {
  if (refusingFindings(env, findings).length === 0) return env;
  const { offered } = await readCatalogues(env, sites);
  throw new SettingsFault([...findings, ...siteFindings(env, sites, { ...demo, ...offered })]);
};

/**
 * Throws a SettingsFault when a served site offers a method that this server cannot take, outside development only. With `SITES=*` a
 * fault of a single site is only logged; faults of folders were logged when they were read.
 */
export const checkCatalogues = async (
  env: PreflightEnv,
  sites: Sites,
  db: Db,
  demo: MethodsOnOffer,
  log: Log,
): Promise<void> => {
  if (env.APP_ENV === 'development') return;
  const findings = siteFindings(env, sites, { ...demo, ...(await readMethodsOnOffer(db)) });
  if (refusingFindings(env, findings).length > 0) throw new SettingsFault(findings);
  const known = new Set(sites.faults().map(({ code, fault }) => faultLine(code, fault)));
  for (const { setting, site, problem } of findings.filter((one) => !known.has(one.problem)))
    log('error', 'site_not_ready', { site, setting, because: problem });
};

/** Served sites without a catalogue, where nothing can be bought. */
export const emptySites = async (sites: Sites, db: Db): Promise<string[]> => {
  const known = new Set((await db.selectFrom('sites').select('code').execute()).map(({ code }) => code));
  return [...sites].filter((code) => !known.has(code));
};
