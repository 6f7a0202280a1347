import { readSettings, servedSites } from '#server/env.ts';
import { readCatalogues } from '#server/preflight/catalogues.ts';
import { withSeeds } from '#server/preflight/offered.ts';
import { siteFindings } from '#server/preflight/preflight.ts';
import { usesSandbox } from '#server/providers/options.ts';
import { type Finding, findingLines } from '#server/shared/finding.ts';

/** Result of the start checks for an environment; `findings` is empty when a server would start. */
export type Checked = { findings: Finding[]; text: string };

/** Lists everything that prevents a server with this environment from starting. Starts nothing and writes nothing. */
export const checkSettings = async (environment: Record<string, string | undefined>): Promise<Checked> => {
  const { env, findings: own } = readSettings(environment);
  const { offered, source, findings: unread } = await readCatalogues(env);
  const findings = [...own, ...unread, ...(await siteFindings(env, offered))];
  const catalogues = withSeeds(env, offered);
  const sites = servedSites(env).map(
    (code) => `  ${code}: ${catalogues[code]?.join(', ') ?? 'no catalogue yet (npm run db -- import)'}`,
  );
  const head = `${env.APP_ENV}${usesSandbox(env) ? ', with the payment sandbox' : ''}`;
  if (findings.length > 0) return { findings, text: `A server would not start (${head}):\n${findingLines(findings)}` };
  if (env.APP_ENV === 'development') return { findings, text: `Nothing is missing (${head}).` };
  return { findings, text: `Nothing is missing (${head}; catalogues: ${source}).\n${sites.join('\n')}` };
};
