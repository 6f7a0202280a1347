import type { Log } from '#server/core/log.ts';
import { usesSandbox } from '#server/payments/providers/options.ts';
import { type Finding, findingLines, siteFinding } from '#server/shared/finding.ts';
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

/** Notes for people, as printed by `npm run ops -- check`; '' without any. */
export const noteLines = (notes: readonly Finding[]): string =>
  notes.length === 0 ? '' : `\nSold all the same, but:\n${findingLines(notes)}`;
