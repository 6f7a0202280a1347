import type { Db } from '#server/db/open.ts';
import { type Finding, PreflightError } from '#server/shared/finding.ts';
import type { Sites } from '#server/sites/sites.ts';
import { readCatalogues } from './catalogues.ts';
import type { PreflightEnv } from './env.ts';
import { type Offered, readOffered } from './offered.ts';
import { siteFindings } from './preflight.ts';

/**
 * Settings that were read, if nothing is wrong with them. `demo`: methods of the demo catalogues that this start would seed. Throws
 * a PreflightError with everything that prevents this server from selling.
 */
export const checkedSettings = async <Read extends PreflightEnv>(
  { env, findings }: { env: Read; findings: Finding[] },
  sites: Sites,
  demo: Offered,
): Promise<Read> => {
  if (findings.length === 0) return env;
  const { offered } = await readCatalogues(env);
  throw new PreflightError([...findings, ...siteFindings(env, sites, { ...demo, ...offered })]);
};

/** Throws a PreflightError when a served site offers a method that this server cannot take. Outside development only. */
export const checkCatalogues = async (env: PreflightEnv, sites: Sites, db: Db, demo: Offered): Promise<void> => {
  if (env.APP_ENV === 'development') return;
  const findings = siteFindings(env, sites, { ...demo, ...(await readOffered(db)) });
  if (findings.length > 0) throw new PreflightError(findings);
};

/** Served sites without a catalogue, where nothing can be bought. */
export const emptySites = async (sites: Sites, db: Db): Promise<string[]> => {
  const known = new Set((await db.selectFrom('sites').select('code').execute()).map(({ code }) => code));
  return [...sites].filter((code) => !known.has(code));
};
