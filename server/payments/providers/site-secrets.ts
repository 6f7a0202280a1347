import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { stampOf } from '#server/core/file-stamp.ts';
import type { Log } from '#server/core/log.ts';
import { type Finding, finding, siteFinding } from '#server/shared/finding.ts';
import { claimOwners, type OwnerStore, type Owners } from '#server/shared/sites/owners.ts';
import { type SiteCode, SiteCodeSchema } from '#src/domain/site.ts';
import { type ContractUse, judgeContracts, type Provider, providers } from './contract-owners.ts';
import { type Contract, contractId, type WithEarlier, withItsEarlier } from './contracts.ts';
import type { ProviderEnv, SiteSecretsEnv } from './env.ts';
import { stripeAccountsOf } from './options.ts';
import { type ReadResult, readSecrets, type SiteSecrets } from './secrets-file.ts';

/** The settings that a file of a site replaces for this site. */
type Shared = ProviderEnv & { RECAPTCHA_SECRET?: Readonly<Record<string, string>> | undefined };

const notCode = 'the file’s name is no site code: small letters, digits and hyphens before .json';

/** Replaces the content of an object that others hold. */
const fill = <T>(target: Record<string, T>, content: Readonly<Record<string, T>>): void => {
  for (const key of Object.keys(target)) delete target[key];
  Object.assign(target, content);
};

const nameOf = (provider: Provider, contract: Contract): string => `${provider} ${contractId(contract)}`;

const usesIn = (site: SiteCode, secrets: SiteSecrets): ContractUse[] =>
  providers.flatMap((provider) => {
    const named = withItsEarlier<Contract>(secrets[provider]);
    return named.map((one, index) => ({ name: nameOf(provider, one), site, provider, isEarlier: index > 0 }));
  });

/** A file without contracts that are refused. Where that is the one for sales, the next earlier one stands in its place. */
const withoutRefused = ({ stripe, gmo, softbank, ...rest }: SiteSecrets, refused: ReadonlySet<string>): SiteSecrets => {
  const pick = <C extends Contract>(provider: Provider, contract: WithEarlier<C> | undefined) => {
    const named = withItsEarlier(contract);
    const accepted = named.filter((one) => !refused.has(nameOf(provider, one)));
    const [first, ...earlier] = accepted;
    return accepted.length === named.length ? contract : first && { ...first, earlier };
  };
  return { ...rest, stripe: pick('stripe', stripe), gmo: pick('gmo', gmo), softbank: pick('softbank', softbank) };
};

/**
 * Secrets of sites in `SECRETS_DIR`, a file for each site with mode 0600. The returned settings contain them; `refresh` reads
 * changed files into the same objects, so that adapters need no restart. A file that cannot be read keeps the secrets it had. A
 * contract of another site is not used, and what would be sold with it is not sold; before owners are known, only the environment
 * says whose it is.
 */
export const openSiteSecrets = <Env extends Shared>(env: Env, log: Log) => {
  const folder = env.SECRETS_DIR;
  const unreadSecrets = new Map<string, string>();
  const refusedSecrets = new Map<string, string>();
  const stripeAccounts: Record<string, NonNullable<SiteSecrets['stripe']>> = {};
  const GMO_SHOPS: NonNullable<Shared['GMO_SHOPS']> = {};
  const SOFTBANK_SHOPS: NonNullable<Shared['SOFTBANK_SHOPS']> = {};
  const RECAPTCHA_SECRET: Record<string, string> = {};
  /** Of each site the last content that could be read. */
  const known = new Map<string, SiteSecrets>();
  const problems = new Map<string, string>();
  const stamps = new Map<string, string>();
  let logged: ReadonlySet<string> = new Set();
  let owners: Owners | null = null;

  const readAll = (path: string): void => {
    let names: string[];
    try {
      names = readdirSync(path).filter((name) => name.endsWith('.json') && !name.startsWith('.'));
    } catch (thrown) {
      const because = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'unknown';
      if (problems.get('') !== because) log('error', 'secrets_unreadable', { site: null, because });
      problems.set('', because);
      return;
    }
    problems.delete('');
    const codes = names.map((name) => name.slice(0, -5));
    for (const map of [known, problems, stamps])
      for (const code of map.keys()) if (!codes.includes(code)) map.delete(code);
    for (const code of codes) {
      const isCode = v.is(SiteCodeSchema, code);
      const file = join(path, `${code}.json`);
      const stamp = stampOf(file);
      if (stamp !== '' && stamps.get(code) === stamp) continue;
      const read: ReadResult = isCode ? readSecrets(file) : { problem: notCode };
      stamps.set(code, 'isUnread' in read && read.isUnread ? '' : stamp);
      if ('secrets' in read) {
        known.set(code, read.secrets);
        problems.delete(code);
      } else if (problems.get(code) !== read.problem) {
        log('error', 'secrets_unreadable', { site: code, because: read.problem });
        problems.set(code, read.problem);
      }
    }
  };

  const readFiles = (): void => {
    if (folder !== undefined) readAll(folder);
    unreadSecrets.clear();
    for (const [code, problem] of problems) if (!known.has(code)) unreadSecrets.set(code, problem);
  };
  const use = (files: ReadonlyMap<string, SiteSecrets>): void => {
    const bySite = <K extends keyof SiteSecrets>(name: K) =>
      Object.fromEntries(
        [...files].flatMap(([code, { [name]: value }]) => (value === undefined ? [] : [[code, value] as const])),
      );
    fill(stripeAccounts, { ...stripeAccountsOf(env), ...bySite('stripe') });
    fill(GMO_SHOPS, { ...env.GMO_SHOPS, ...bySite('gmo') });
    fill(SOFTBANK_SHOPS, { ...env.SOFTBANK_SHOPS, ...bySite('softbank') });
    fill(RECAPTCHA_SECRET, { ...env.RECAPTCHA_SECRET, ...bySite('recaptcha') });
  };
  readFiles();
  use(known);

  const judgeBy = (by: Owners | null) => {
    const uses = [...known].flatMap(([code, secrets]) => usesIn(code, secrets));
    return judgeContracts(env, uses, by);
  };
  /** Uses the contracts that belong to their sites by these owners; null while owners are not known. */
  const judge = (by: Owners | null): void => {
    owners = by;
    const now = [...judgeBy(by).refused];
    for (const [{ site }, because] of now)
      if (!logged.has(`${site} ${because}`)) log('error', 'secrets_refused', { site, because });
    logged = new Set(now.map(([{ site }, because]) => `${site} ${because}`));
    refusedSecrets.clear();
    for (const [{ site, provider, isEarlier }, because] of now)
      if (!isEarlier) refusedSecrets.set(`${site} ${provider}`, because);
    const namesOf = (code: string) => new Set(now.flatMap(([{ site, name }]) => (site === code ? [name] : [])));
    use(new Map([...known].map(([code, secrets]) => [code, withoutRefused(secrets, namesOf(code))])));
  };
  /** Throws when the owners cannot be read; the secrets in use stay. */
  const refresh = async (store: OwnerStore): Promise<void> => {
    if (folder === undefined) return;
    readFiles();
    judge(await claimOwners(store, owners ?? new Map(), judgeBy));
  };
  /** Nothing is left that its file may sell with. */
  const isRefused = (site: SiteCode): boolean => {
    const named = providers.filter((provider) => known.get(site)?.[provider] !== undefined);
    return named.length > 0 && named.every((provider) => refusedSecrets.has(`${site} ${provider}`));
  };

  const findings = (): Finding[] =>
    [...problems].map(([code, problem]) =>
      code === '' ? finding('SECRETS_DIR', problem) : siteFinding('SECRETS_DIR', code, problem),
    );
  const fromFiles = { stripeAccounts, unreadSecrets, refusedSecrets, GMO_SHOPS, SOFTBANK_SHOPS, RECAPTCHA_SECRET };
  const replaced: SiteSecretsEnv & Pick<Shared, 'GMO_SHOPS' | 'SOFTBANK_SHOPS' | 'RECAPTCHA_SECRET'> =
    folder === undefined ? {} : fromFiles;
  return { refresh, judge, findings, isRefused, env: { ...env, ...replaced } };
};
