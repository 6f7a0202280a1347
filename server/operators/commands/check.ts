import { readCatalogues } from '#server/operators/preflight/catalogues.ts';
import type { PreflightEnv } from '#server/operators/preflight/env.ts';
import type { MethodsOnOffer } from '#server/operators/preflight/methods-on-offer.ts';
import { noteLines, scriptNotes } from '#server/operators/preflight/notes.ts';
import { refusingFindings, siteFindings } from '#server/operators/preflight/preflight.ts';
import { usesSandbox } from '#server/payments/providers/options.ts';
import { type Finding, finding, findingLines } from '#server/shared/finding.ts';
import type { Owners } from '#server/shared/sites/owners.ts';
import type { Sites } from '#server/shared/sites/sites.ts';

/** The owners are in the database: without it, nobody knows whether a site's file names what is another site's. */
const ownersUnknown = (env: PreflightEnv): Finding[] =>
  (['SECRETS_DIR', 'SITES_DIR'] as const).flatMap((setting) =>
    env[setting] === undefined
      ? []
      : [finding(setting, `which site used each of its ${owned[setting]} first is not known without the database`)],
  );
const owned = { SECRETS_DIR: 'contracts', SITES_DIR: 'hosts' };

/**
 * Lists everything that prevents a server with these settings from starting. `demo`: methods of the demo catalogues that it would
 * seed; `judge` refuses contracts and hosts by their owners, null if those are not known: it changes `env` and `sites`. Starts nothing and writes nothing. `notes` keep
 * nothing from being sold.
 */
export const checkSettings = async (
  { env, findings: own }: { env: PreflightEnv; findings: Finding[] },
  sites: Sites,
  demo: MethodsOnOffer,
  judge: (owners: Owners | null) => void,
) => {
  const { offered, owners, notes: ofCatalogues, source, findings: unread } = await readCatalogues(env, sites);
  judge(owners);
  const catalogues = { ...demo, ...offered };
  const findings = [...own, ...unread, ...siteFindings(env, sites, catalogues)];
  const unknown = owners === null ? ownersUnknown(env) : [];
  const notes = usesSandbox(env)
    ? unknown
    : [...unknown, ...scriptNotes(env, sites), ...ofCatalogues.filter(({ site }) => site !== null && sites.has(site))];
  const more = noteLines(notes);
  const lines = [...sites].map(
    (code) => `  ${code}: ${catalogues[code]?.join(', ') ?? 'no catalogue yet (npm run db -- import)'}`,
  );
  const head = `${env.APP_ENV}${usesSandbox(env) ? ', with the payment sandbox' : ''}`;
  if (refusingFindings(env, findings).length > 0)
    return { findings, notes, text: `A server would not start (${head}):\n${findingLines(findings)}` };
  if (findings.length > 0) {
    const how = findings.every(({ isSold }) => isSold)
      ? ' and sell all of its sites, with faults'
      : ', but not sell all of its sites';
    return { findings, notes, text: `A server would start${how} (${head}):\n${findingLines(findings)}${more}` };
  }
  if (env.APP_ENV === 'development') return { findings, notes, text: `Nothing is missing (${head}).${more}` };
  const text = `Nothing is missing (${head}; catalogues: ${source}).\n${lines.join('\n')}${more}`;
  return { findings, notes, text };
};
