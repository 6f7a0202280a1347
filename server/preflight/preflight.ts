import type { Log } from '#server/core/log.ts';
import type { CanTake } from '#server/payments/methods.ts';
import { configuredProviders, providerSettings, usesSandbox } from '#server/providers/options.ts';
import { servedSites } from '#server/shared/env.ts';
import { type Finding, finding, findingLines } from '#server/shared/finding.ts';
import { methods } from '#src/domain/payment.ts';
import { settingsOf } from '#src/sites/sites.ts';
import type { PreflightEnv } from './env.ts';
import type { Offered } from './offered.ts';
import { botCheckFindings, methodFindings } from './sites.ts';

/** Without a provider no order can be paid, unless the catalogues of all sites are known: those are checked by their methods. */
const providerFindings = (env: PreflightEnv, offered: Offered): Finding[] => {
  if (env.APP_ENV === 'development' || usesSandbox(env) || configuredProviders(env).length > 0) return [];
  const codes = servedSites(env);
  const isKnown = codes.length > 0 && codes.every((code) => offered[code] !== undefined);
  if (isKnown) return [];
  const names = providerSettings.join(', ');
  return [finding(names, 'none is set, and no order can be paid without a provider')];
};

/** What the served sites lack, by their files and by the methods of their catalogues. */
export const siteFindings = async (env: PreflightEnv, offered: Offered, settings = settingsOf): Promise<Finding[]> => {
  const sites = await Promise.all(servedSites(env).map((code) => settings(code)));
  return [
    ...providerFindings(env, offered),
    ...sites.flatMap((site) => [
      ...methodFindings(env, site, offered[site.code] ?? []),
      ...botCheckFindings(env, site),
    ]),
  ];
};

/** Determines once which methods each site can take. A catalogue with another one is logged, once. */
export const openMethods = async (env: PreflightEnv, log: Log): Promise<CanTake> => {
  const lacking = new Map<string, string>();
  for (const site of await Promise.all(servedSites(env).map(settingsOf)))
    for (const method of methods) {
      const findings = methodFindings(env, site, [method]);
      if (findings.length > 0) lacking.set(`${site.code} ${method}`, findingLines(findings).trim());
    }
  const logged = new Set<string>();
  return (site, method) => {
    const key = `${site} ${method}`;
    const because = lacking.get(key);
    if (because === undefined) return true;
    if (!logged.has(key)) log('error', 'method_not_offered', { site, method, because });
    logged.add(key);
    return false;
  };
};
