import type { Db } from '#server/db/open.ts';
import { type Env, readSettings, servedSites } from '#server/env.ts';
import { PreflightError } from '#server/shared/finding.ts';
import { readCatalogues } from './catalogues.ts';
import { readOffered } from './offered.ts';
import { siteFindings } from './preflight.ts';

/** The settings of this process. Throws a PreflightError if they alone prevent this server from selling. */
export const checkedSettings = async (): Promise<Env> => {
  const { env, findings } = readSettings(process.env);
  if (findings.length === 0) return env;
  const { offered } = await readCatalogues(env);
  throw new PreflightError([...findings, ...(await siteFindings(env, offered))]);
};

/** Throws a PreflightError when a served site offers a method that this server cannot take. Outside development only. */
export const checkCatalogues = async (env: Env, db: Db): Promise<void> => {
  if (env.APP_ENV === 'development') return;
  const findings = await siteFindings(env, await readOffered(db));
  if (findings.length > 0) throw new PreflightError(findings);
};

/** Served sites without a catalogue, where nothing can be bought. */
export const emptySites = async (env: Env, db: Db): Promise<string[]> => {
  const known = new Set((await db.selectFrom('sites').select('code').execute()).map(({ code }) => code));
  return servedSites(env).filter((code) => !known.has(code));
};
