import { readFileSync, statSync } from 'node:fs';
import * as v from 'valibot';
import { NameFaults, parseStrictJson } from '#src/sites/strict-json.ts';
import { GmoShopSchema, RecaptchaSecretSchema, SoftbankShopSchema, StripeAccountSchema } from './env.ts';

/** Largest file, bytes, and how many earlier contracts one may name: each costs every start and every notice. */
const [largestFile, maxEarlier] = [65_536, 10];
const withEarlier = <E extends v.ObjectEntries>(schema: v.StrictObjectSchema<E, string>) =>
  v.strictObject(
    {
      ...schema.entries,
      earlier: v.optional(
        v.pipe(
          v.array(v.unknown(), schema.message),
          /* Before the schema of each: a file has room for 20,000. */
          v.maxLength(maxEarlier, `at most ${maxEarlier}`),
          v.array(schema, schema.message),
          v.readonly(),
        ),
      ),
    },
    schema.message,
  );
/** `<code>.json`; messages never repeat a value. */
const allowed =
  'an object with stripe {account, secretKey, webhookSecret}, gmo {id, pass}, softbank {merchant, service, hashKey}, each with a list of earlier ones, recaptcha, each optional';
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
export type SiteSecrets = v.InferOutput<typeof FileSchema>;

/** `isUnread`: the file system failed, so that the same file may be read the next time. */
export type ReadResult = { secrets: SiteSecrets } | { problem: string; isUnread?: boolean };

/** Reads a file of `SECRETS_DIR`; the problem with it repeats no value. */
export const readSecrets = (path: string): ReadResult => {
  try {
    const stats = statSync(path);
    const { mode, size } = stats;
    if (!stats.isFile()) return { problem: 'not a file' };
    if (size > largestFile) return { problem: `${size} bytes, at most ${largestFile}` };
    if ((mode & 0o077) !== 0)
      return { problem: `mode ${(mode & 0o777).toString(8)}: only its owner may read it (chmod 600)` };
    const parsed = v.safeParse(FileSchema, parseStrictJson(readFileSync(path, 'utf8').replace(/^\uFEFF/, '')));
    if (parsed.success) return { secrets: parsed.output };
    const lines = parsed.issues.map((issue) => `${v.getDotPath(issue)?.slice(0, 120) ?? 'file'}: ${issue.message}`);
    return { problem: lines.join('; ') };
  } catch (thrown) {
    if (thrown instanceof NameFaults) return { problem: thrown.message };
    // a parser's message would quote the file
    const isUnread = thrown instanceof Error && 'code' in thrown;
    return { problem: isUnread ? String(thrown.code) : 'JSON is needed', isUnread };
  }
};
