import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Log } from '#server/core/log.ts';
import { type Finding, siteFinding } from '#server/shared/finding.ts';
import { SiteCodeSchema } from '#src/domain/site.ts';
import { GmoShopSchema, type ProviderEnv, RecaptchaSecretSchema, SoftbankShopSchema } from './env.ts';

const fields = 'gmo {id, pass}, softbank {merchant, service, hashKey}, recaptcha';
/** `<code>.json`; messages never repeat a value. */
const FileSchema = v.strictObject(
  {
    gmo: v.optional(GmoShopSchema),
    softbank: v.optional(SoftbankShopSchema),
    recaptcha: v.optional(RecaptchaSecretSchema),
  },
  `an object with ${fields}, each optional`,
);
type SiteSecrets = v.InferOutput<typeof FileSchema>;

/** The settings that a file of a site replaces for this site. */
type Shared = Pick<ProviderEnv, 'GMO_SHOPS' | 'SOFTBANK_SHOPS' | 'SECRETS_DIR'> & {
  RECAPTCHA_SECRET?: Readonly<Record<string, string>> | undefined;
};

type ReadResult = { secrets: SiteSecrets; problem?: never } | { secrets?: never; problem: string };

const readOne = (path: string): ReadResult => {
  try {
    const { mode } = statSync(path);
    if ((mode & 0o077) !== 0)
      return { problem: `mode ${(mode & 0o777).toString(8)}: only its owner may read it (chmod 600)` };
    const parsed = v.safeParse(FileSchema, JSON.parse(readFileSync(path, 'utf8')));
    if (parsed.success) return { secrets: parsed.output };
    return { problem: parsed.issues.map((issue) => `${v.getDotPath(issue) ?? 'file'}: ${issue.message}`).join('; ') };
  } catch (thrown) {
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

const isEmpty = (shops: object): boolean => Object.keys(shops).length === 0;

/**
 * Secrets of sites in `SECRETS_DIR`, a file for each site with mode 0600. The returned settings contain them; `refresh` reads
 * changed files into the same objects, so that adapters need no restart. A file that cannot be read keeps the secrets it had.
 */
export const openSiteSecrets = <Env extends Shared>(env: Env, log: Log) => {
  const folder = env.SECRETS_DIR;
  const gmo: NonNullable<Shared['GMO_SHOPS']> = {};
  const softbank: NonNullable<Shared['SOFTBANK_SHOPS']> = {};
  const recaptcha: Record<string, string> = {};
  const known = new Map<string, SiteSecrets>();
  const problems = new Map<string, string>();

  const refresh = (): void => {
    if (folder === undefined) return;
    let names: string[];
    try {
      names = readdirSync(folder).filter((name) => name.endsWith('.json') && !name.startsWith('.'));
    } catch (thrown) {
      const because = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'unknown';
      if (problems.get('') !== because) log('error', 'secrets_unreadable', { site: null, because });
      problems.set('', because);
      return;
    }
    problems.delete('');
    const codes = names.map((name) => name.slice(0, -5)).filter((code) => v.is(SiteCodeSchema, code));
    for (const code of known.keys()) if (!codes.includes(code)) known.delete(code);
    for (const code of problems.keys()) if (!codes.includes(code)) problems.delete(code);
    for (const code of codes) {
      const { secrets, problem } = readOne(join(folder, `${code}.json`));
      if (secrets) {
        known.set(code, secrets);
        problems.delete(code);
      } else {
        if (problems.get(code) !== problem) log('error', 'secrets_unreadable', { site: code, because: problem });
        problems.set(code, problem);
      }
    }
    const own = <K extends keyof SiteSecrets>(name: K) =>
      Object.fromEntries(
        [...known].flatMap(([code, { [name]: value }]) => (value === undefined ? [] : [[code, value] as const])),
      );
    fill(gmo, env.GMO_SHOPS ?? {}, own('gmo'));
    fill(softbank, env.SOFTBANK_SHOPS ?? {}, own('softbank'));
    fill(recaptcha, env.RECAPTCHA_SECRET ?? {}, own('recaptcha'));
  };
  refresh();

  const findings = (): Finding[] =>
    [...problems].map(([code, problem]) => siteFinding('SECRETS_DIR', code === '' ? (folder ?? '') : code, problem));
  return {
    refresh,
    findings,
    /** A provider of which nothing is set at the start is not opened later. */
    env: {
      ...env,
      ...(isEmpty(gmo) ? {} : { GMO_SHOPS: gmo }),
      ...(isEmpty(softbank) ? {} : { SOFTBANK_SHOPS: softbank }),
      ...(isEmpty(recaptcha) ? {} : { RECAPTCHA_SECRET: recaptcha }),
    },
  };
};
