import type { Environment, SiteCode, SiteSettings } from '#src/domain/site.ts';
import type { Sites } from './sites.ts';

/** Scripts that the operator allows by site: container ids of the tag manager, and whole addresses. */
export type AllowedScripts = Readonly<Record<SiteCode, readonly string[]>>;

/** Facts that decide about the scripts of a page; `env`: the environment of the server. */
export type ScriptRule = { allowedScripts: AllowedScripts; env: Environment };

/** An address as browsers load it: host in small letters, no default port, no dots in the path. A container id is none. */
const asLoaded = (script: string): string => URL.parse(script)?.href ?? script;

const isAllowed = ({ allowedScripts }: ScriptRule, { code }: SiteSettings, script: string): boolean =>
  (allowedScripts[code] ?? []).some((one) => asLoaded(one) === asLoaded(script));

const refusedFields = (rule: ScriptRule, settings: SiteSettings) => {
  const named = { 'gatagKey.url': settings.gatagKey.url, 'fingerprint.url': settings.fingerprint?.url[rule.env] ?? '' };
  return Object.entries(named).flatMap(([field, script]) =>
    script === '' || isAllowed(rule, settings, script) ? [] : [{ field, script }],
  );
};

/**
 * The settings for a page on an origin that sites share, without the scripts that the operator did not allow: each could read what
 * the others store there, and their payment steps (docs/payments.md#scripts-of-a-site).
 */
export const settingsForShared = (rule: ScriptRule, settings: SiteSettings): SiteSettings => {
  const refused = new Set(refusedFields(rule, settings).map(({ field }) => field));
  return {
    ...settings,
    gatagKey: refused.has('gatagKey.url') ? { url: '' } : settings.gatagKey,
    fingerprint: refused.has('fingerprint.url') ? null : settings.fingerprint,
  };
};

/** Scripts that a site's folder names and its page does not get, by field of `site.json`. */
export const refusedScripts = (rule: ScriptRule, sites: Sites, code: SiteCode) =>
  sites.hostOf(code) !== null ? [] : refusedFields(rule, sites.settingsOf(code));
