import { deadEnds, takenAt } from '#server/catalogue/dead-ends.ts';
import { readStored } from '#server/catalogue/export.ts';
import type { Log } from '#server/core/log.ts';
import { readState } from '#server/db/migrate.ts';
import type { Db } from '#server/db/open.ts';
import { usesSandbox } from '#server/payments/providers/options.ts';
import { type Finding, siteFinding } from '#server/shared/finding.ts';
import { refusedScripts } from '#server/shared/sites/scripts.ts';
import type { Sites } from '#server/shared/sites/sites.ts';
import type { PreflightEnv } from './env.ts';

/** Scripts that sites ask for and the operator did not allow. They keep no site from being sold. */
export const scriptNotes = (env: PreflightEnv, sites: Sites): Finding[] => {
  if (usesSandbox(env)) return [];
  const rule = { allowedScripts: env.ALLOWED_SCRIPTS, env: env.APP_ENV };
  return [...sites].flatMap((code) =>
    refusedScripts(rule, sites, code).map(({ field, script }) =>
      siteFinding(
        'ALLOWED_SCRIPTS',
        code,
        `${code}/site.json ${field}: ${JSON.stringify(script)} is not allowed, so its pages are without it (or give the site its own host)`,
      ),
    ),
  );
};

/** Orders and coupons of the catalogues that no payment method takes. */
export const deadEndNotes = async (sites: Sites, db: Db): Promise<Finding[]> => {
  /* A database that is still to be migrated may lack columns. */
  if (!(await readState(db).catch(() => null))?.isMigrated) return [];
  const all: Finding[] = [];
  for (const code of sites) {
    const sold = await readStored(db, code, false);
    const problems = sold ? deadEnds(sold, takenAt(sites, code)) : [];
    all.push(...problems.map((problem) => siteFinding('catalogue', code, problem)));
  }
  return all;
};

/** Logs notes, each once as long as it lasts. */
export const createNoteLog = (log: Log) => {
  let known = new Set<string>();
  return (notes: readonly Finding[]): void => {
    for (const note of notes)
      if (!known.has(note.problem))
        log('warn', 'site_note', { site: note.site, setting: note.setting, because: note.problem });
    known = new Set(notes.map(({ problem }) => problem));
  };
};
