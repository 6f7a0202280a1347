import type { Log } from '#server/core/log.ts';
import type { Db } from '#server/db/open.ts';
import type { CanTake } from '#server/orders/methods.ts';
import type { Adapters } from '#server/payments/providers/adapter.ts';
import { configuredProviders, providerSettings, usesSandbox } from '#server/payments/providers/options.ts';
import { type Finding, finding, findingLines, SettingsFault, siteFinding } from '#server/shared/finding.ts';
import type { Sites } from '#server/shared/sites/sites.ts';
import { faultLine } from '#src/sites/read-site.ts';
import { type MethodsOnOffer, readCatalogues, readMethodsOnOffer } from './catalogues.ts';
import type { PreflightEnv } from './env.ts';
import { botCheckFindings, methodFindings } from './sites.ts';

/** Without a provider no order can be paid, unless the catalogues of all sites are known: those are checked by their methods. */
const providerFindings = (env: PreflightEnv, sites: Sites, offered: MethodsOnOffer): Finding[] => {
  if (env.APP_ENV === 'development' || usesSandbox(env) || configuredProviders(env).length > 0) return [];
  /* A site's own contract may come later, as the site itself. */
  if (env.SITES === '*' && env.SECRETS_DIR !== undefined) return [];
  const codes = [...sites];
  const isKnown = codes.length > 0 && codes.every((code) => offered[code] !== undefined);
  if (isKnown) return [];
  const names = providerSettings.join(', ');
  return [finding(names, 'none is set, and no order can be paid without a provider')];
};

/** Folders that are missing or wrong. A site that only its catalogue is left of is closed: its tickets are served. */
const folderFindings = (sites: Sites, offered: MethodsOnOffer): Finding[] => {
  const faults = sites.faults();
  const missing = [...sites].filter(
    (code) => sites.find(code) === null && offered[code] === undefined && faults.every((row) => row.code !== code),
  );
  return [
    ...missing.map((code) => siteFinding('SITES', code, 'there is no folder of that name in src/sites or SITES_DIR')),
    ...faults.map(({ code, fault }) => ({
      ...siteFinding('SITES', code, faultLine(code, fault)),
      ...(fault.isSold && { isSold: fault.isSold }),
    })),
  ];
};

/** Lists the settings that the served sites lack, by their folders and by the methods of their catalogues. */
export const siteFindings = (env: PreflightEnv, sites: Sites, offered: MethodsOnOffer): Finding[] => [
  ...(env.APP_ENV === 'development' ? [] : folderFindings(sites, offered)),
  ...providerFindings(env, sites, offered),
  ...[...sites].flatMap((code) => [
    ...methodFindings(env, sites.settingsOf(code), offered[code] ?? []),
    ...botCheckFindings(env, sites.settingsOf(code)),
  ]),
];

/**
 * Findings that keep a server from starting. With `SITES=*` a fault of one venue's site must not keep the others from being sold:
 * only what concerns all of them does.
 */
export const refusingFindings = ({ SITES }: Pick<PreflightEnv, 'SITES'>, findings: readonly Finding[]): Finding[] =>
  findings.filter(({ site, isAlone, isSold }) => !isAlone && !isSold && (SITES !== '*' || site === null));

/**
 * Which methods with an adapter a site can take with its settings of now; none while its bot check could not be made. A catalogue
 * with another one is logged, once for each reason.
 */
export const openMethods = (env: PreflightEnv, sites: Sites, payments: Adapters, log: Log): CanTake => {
  const logged = new Map<string, string>();
  return (site, method) => {
    if (!payments[method]) return false;
    const settings = sites.settingsOf(site);
    const findings = [...methodFindings(env, settings, [method]), ...botCheckFindings(env, settings)];
    if (findings.length === 0) return true;
    const because = findingLines(findings).trim();
    const key = `${site} ${method}`;
    if (logged.get(key) !== because) log('error', 'method_not_offered', { site, method, because });
    logged.set(key, because);
    return false;
  };
};

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
