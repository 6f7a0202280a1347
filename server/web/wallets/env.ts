import * as v from 'valibot';
import { type Finding, finding } from '#server/shared/finding.ts';

const Text = v.optional(v.string());

/** Settings of the two wallets; each needs all of its settings or none. Files are read in `keys.ts`. */
export const walletEntries = {
  /** Pass type of Apple Wallet, `pass.example.tickets`; the five of Apple all or none; not offered without them. */
  APPLE_PASS_TYPE_ID: v.optional(
    v.pipe(v.string(), v.regex(/^pass\.[\w.-]+$/, 'a pass type identifier, pass.example.tickets')),
  ),
  /** Team id of Apple Wallet. */
  APPLE_TEAM_ID: v.optional(v.pipe(v.string(), v.regex(/^[A-Z0-9]{10}$/, 'a team id, 10 letters and digits'))),
  /** The signing certificate: path of a file, or PEM with `\n`, as the next three. */
  APPLE_PASS_CERT: Text,
  /** Its key. */
  APPLE_PASS_KEY: Text,
  /** The key's passphrase, where it has one. */
  APPLE_PASS_PASSPHRASE: Text,
  /** Apple's intermediate certificate (G4). */
  APPLE_WWDR_CERT: Text,
  /** The issuer's number at Google Wallet; both of Google or none; not offered without them. */
  GOOGLE_WALLET_ISSUER_ID: v.optional(v.pipe(v.string(), v.regex(/^\d{5,25}$/, 'an issuer id, digits only'))),
  /** JSON key of its service account, path or text. */
  GOOGLE_WALLET_ACCOUNT: Text,
};

export type WalletEnv = { [Name in keyof typeof walletEntries]?: string | undefined };

const together = [
  ['APPLE_PASS_TYPE_ID', 'APPLE_TEAM_ID', 'APPLE_PASS_CERT', 'APPLE_PASS_KEY', 'APPLE_WWDR_CERT'],
  ['GOOGLE_WALLET_ISSUER_ID', 'GOOGLE_WALLET_ACCOUNT'],
] as const;

/** A finding for each setting that is missing while another of its wallet is set. */
export const walletFindings = (env: WalletEnv): Finding[] => {
  const halves = together.flatMap((names) => {
    const set = names.filter((name) => env[name]);
    const missing = names.filter((name) => !env[name]);
    return set.length === 0 ? [] : missing.map((name) => finding(name, `needed with ${set.join(', ')}`));
  });
  const lone = env.APPLE_PASS_PASSPHRASE && !env.APPLE_PASS_KEY;
  return lone ? [...halves, finding('APPLE_PASS_KEY', 'needed with APPLE_PASS_PASSPHRASE')] : halves;
};
