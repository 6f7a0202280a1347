import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Log } from '#server/core/log.ts';
import { type Finding, finding, siteFinding } from '#server/shared/finding.ts';
import { claimOwners, type OwnerStore, type Owners } from '#server/shared/sites/owners.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { SiteCodeSchema } from '#src/domain/site-code.ts';
import { NameFaults, parseStrictJson } from '#src/sites/strict-json.ts';
import { type ContractUse, contractIds, judgeContracts, type Provider } from './contract-owners.ts';
import { type WithEarlier, withItsEarlier } from './contracts.ts';
import {
  GmoShopSchema,
  type ProviderEnv,
  RecaptchaSecretSchema,
  type SiteSecretsEnv,
  SoftbankShopSchema,
  StripeAccountSchema,
} from './env.ts';
import { stripeAccountsOf } from './options.ts';

const fields =
  'stripe {account, secretKey, webhookSecret}, gmo {id, pass}, softbank {merchant, service, hashKey}, each with a list of earlier ones, recaptcha';
/** Largest file, bytes, and how many earlier contracts one may name: each costs every start and every notice. */
const [largestFile, mostEarlier] = [65_536, 10];
/** A contract that may name earlier ones. */
const withEarlier = <E extends v.ObjectEntries>(schema: v.StrictObjectSchema<E, string>) =>
  v.strictObject(
    {
      ...schema.entries,
      earlier: v.optional(
        v.pipe(v.array(schema, schema.message), v.maxLength(mostEarlier, `at most ${mostEarlier}`), v.readonly()),
      ),
    },
    schema.message,
  );
/** `<code>.json`; messages never repeat a value. */
const allowed = `an object with ${fields}, each optional`;
const FileSchema = v.pipe(
  /* A list would be an object without fields. */
  v.custom<object>((value) => typeof value === 'object' && value !== null && !Array.isArray(value), allowed),
  v.strictObject(
    {
      stripe: v.optional(withEarlier(StripeAccountSchema)),
      gmo: v.optional(withEarlier(GmoShopSchema)),
      softbank: v.optional(withEarlier(SoftbankShopSchema)),
      recaptcha: v.optional(RecaptchaSecretSchema),
    },
    allowed,
  ),
);
type SiteSecrets = v.InferOutput<typeof FileSchema>;
const providers: readonly Provider[] = ['stripe', 'gmo', 'softbank'];

/** The settings that a file of a site replaces for this site. */
type Shared = ProviderEnv & {
  RECAPTCHA_SECRET?: Readonly<Record<string, string>> | undefined;
};

const notCode = 'the file’s name is no site code: small letters, digits and hyphens before .json';

type ReadResult = { secrets: SiteSecrets; problem?: never } | { secrets?: never; problem: string };

const readOne = (path: string): ReadResult => {
  try {
    const stats = statSync(path);
    const { mode, size } = stats;
    if (!stats.isFile()) return { problem: 'not a file' };
    if (size > largestFile) return { problem: `${size} bytes, at most ${largestFile}` };
    if ((mode & 0o077) !== 0)
      return { problem: `mode ${(mode & 0o777).toString(8)}: only its owner may read it (chmod 600)` };
    const parsed = v.safeParse(FileSchema, parseStrictJson(readFileSync(path, 'utf8').replace(/^\uFEFF/, '')));
    if (parsed.success) return { secrets: parsed.output };
    return { problem: parsed.issues.map((issue) => `${v.getDotPath(issue) ?? 'file'}: ${issue.message}`).join('; ') };
  } catch (thrown) {
    if (thrown instanceof NameFaults) return { problem: thrown.message };
    // a parser's message would quote the file
    const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'JSON is needed';
    return { problem: code };
  }
};

/** Replaces the content of an object that others hold. */
const fill = <T>(
  target: Record<string, T>,
  base: Readonly<Record<string, T>>,
  own: Readonly<Record<string, T>>,
): void => {
  for (const key of Object.keys(target)) delete target[key];
  Object.assign(target, base, own);
};

/** The contracts that a site's file names. */
const usesIn = (site: SiteCode, { stripe, gmo, softbank }: SiteSecrets): ContractUse[] => {
  const usesOf = <C>(provider: Provider, contract: WithEarlier<C> | undefined, idOf: (one: C) => string) =>
    withItsEarlier(contract).map((one, index) => ({
      name: `${provider} ${idOf(one)}`,
      site,
      provider,
      isEarlier: index > 0,
    }));
  return [
    ...usesOf('stripe', stripe, contractIds.stripe),
    ...usesOf('gmo', gmo, contractIds.gmo),
    ...usesOf('softbank', softbank, contractIds.softbank),
  ];
};

/** A file without contracts that are refused. Where that is the one for sales, the next earlier one stands in its place. */
const withoutRefused = ({ stripe, gmo, softbank, ...rest }: SiteSecrets, refused: ReadonlySet<string>): SiteSecrets => {
  const left = <C extends object>(
    provider: Provider,
    contract: WithEarlier<C> | undefined,
    idOf: (one: C) => string,
  ): WithEarlier<C> | undefined => {
    const named = withItsEarlier(contract);
    const own = named.filter((one) => !refused.has(`${provider} ${idOf(one)}`));
    const [first, ...earlier] = own;
    return own.length === named.length ? contract : first && { ...first, earlier };
  };
  return {
    ...rest,
    stripe: left('stripe', stripe, contractIds.stripe),
    gmo: left('gmo', gmo, contractIds.gmo),
    softbank: left('softbank', softbank, contractIds.softbank),
  };
};

/**
 * Secrets of sites in `SECRETS_DIR`, a file for each site with mode 0600. The returned settings contain them; `refresh` reads
 * changed files into the same objects, so that adapters need no restart. A file that cannot be read keeps the secrets it had. A
 * contract of another site is not used, and what would be sold with it is not sold; before owners are known, only the environment
 * says whose it is.
 */
export const openSiteSecrets = <Env extends Shared>(env: Env, log: Log) => {
  const folder = env.SECRETS_DIR;
  const stripe: Record<string, NonNullable<SiteSecrets['stripe']>> = {};
  const gmo: NonNullable<Shared['GMO_SHOPS']> = {};
  const softbank: NonNullable<Shared['SOFTBANK_SHOPS']> = {};
  const recaptcha: Record<string, string> = {};
  const known = new Map<string, SiteSecrets>();
  const problems = new Map<string, string>();
  const unread = new Map<string, string>();
  const refused = new Map<string, string>();
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
    for (const code of known.keys()) if (!codes.includes(code)) known.delete(code);
    for (const code of problems.keys()) if (!codes.includes(code)) problems.delete(code);
    for (const code of codes) {
      const isCode = v.is(SiteCodeSchema, code);
      const { secrets, problem } = isCode ? readOne(join(path, `${code}.json`)) : { problem: notCode };
      if (secrets) {
        known.set(code, secrets);
        problems.delete(code);
      } else {
        if (problems.get(code) !== problem) log('error', 'secrets_unreadable', { site: code, because: problem });
        problems.set(code, problem);
      }
    }
  };

  const readFiles = (): void => {
    if (folder !== undefined) readAll(folder);
    unread.clear();
    for (const [code, problem] of problems) if (!known.has(code)) unread.set(code, problem);
  };
  const use = (files: ReadonlyMap<string, SiteSecrets>): void => {
    const own = <K extends keyof SiteSecrets>(name: K) =>
      Object.fromEntries(
        [...files].flatMap(([code, { [name]: value }]) => (value === undefined ? [] : [[code, value] as const])),
      );
    fill(stripe, stripeAccountsOf(env), own('stripe'));
    fill(gmo, env.GMO_SHOPS ?? {}, own('gmo'));
    fill(softbank, env.SOFTBANK_SHOPS ?? {}, own('softbank'));
    fill(recaptcha, env.RECAPTCHA_SECRET ?? {}, own('recaptcha'));
  };
  readFiles();
  use(known);

  const judgeBy = (by: Owners | null) =>
    judgeContracts(
      env,
      [...known].flatMap(([code, secrets]) => usesIn(code, secrets)),
      by,
    );
  /** Uses the contracts that belong to their sites by these owners; null while owners are not known. */
  const judge = (by: Owners | null): void => {
    owners = by;
    const now = [...judgeBy(by).refused];
    for (const [{ site }, because] of now)
      if (!logged.has(`${site} ${because}`)) log('error', 'secrets_refused', { site, because });
    logged = new Set(now.map(([{ site }, because]) => `${site} ${because}`));
    refused.clear();
    for (const [{ site, provider, isEarlier }, because] of now)
      if (!isEarlier) refused.set(`${site} ${provider}`, because);
    const namesOf = (code: string) => new Set(now.flatMap(([{ site, name }]) => (site === code ? [name] : [])));
    use(new Map([...known].map(([code, secrets]) => [code, withoutRefused(secrets, namesOf(code))])));
  };
  /** Throws when the owners cannot be read; what was in use stays. */
  const refresh = async (store: OwnerStore): Promise<void> => {
    if (folder === undefined) return;
    readFiles();
    judge(await claimOwners(store, owners ?? new Map(), judgeBy));
  };
  /** Nothing is left that its file may sell with. */
  const isRefused = (site: SiteCode): boolean => {
    const named = providers.filter((provider) => known.get(site)?.[provider] !== undefined);
    return named.length > 0 && named.every((provider) => refused.has(`${site} ${provider}`));
  };

  const findings = (): Finding[] =>
    [...problems].map(([code, problem]) =>
      code === '' ? finding('SECRETS_DIR', problem) : siteFinding('SECRETS_DIR', code, problem),
    );
  const own: SiteSecretsEnv & Pick<Shared, 'GMO_SHOPS' | 'SOFTBANK_SHOPS' | 'RECAPTCHA_SECRET'> =
    folder === undefined
      ? {}
      : {
          stripeAccounts: stripe,
          unreadSecrets: unread,
          refusedSecrets: refused,
          GMO_SHOPS: gmo,
          SOFTBANK_SHOPS: softbank,
          RECAPTCHA_SECRET: recaptcha,
        };
  return { refresh, judge, findings, isRefused, env: { ...env, ...own } };
};
