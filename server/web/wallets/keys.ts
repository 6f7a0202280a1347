import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { jsonSetting } from '#server/core/settings.ts';
import type { WalletEnv } from './env.ts';

const AccountSchema = v.object({
  client_email: v.pipe(v.string(), v.email()),
  private_key: v.pipe(v.string(), v.includes('PRIVATE KEY')),
});

type Name = keyof WalletEnv & `${'APPLE' | 'GOOGLE'}_${string}`;

/** Throws an error that names the setting and never contains its value. */
const fail = (name: Name, problem: string): never => {
  throw new Error(`${name}: ${problem}`);
};

/** Null instead of an exception, whose message might contain a secret. */
const orNull = <Made>(make: () => Made): Made | null => {
  try {
    return make();
  } catch {
    return null;
  }
};

/** Bytes of a setting that is either the text itself (line breaks of PEM may be written as \n) or the path of a file. */
const bytesOf = (name: Name, value: string): Buffer => {
  if (value.startsWith('-----BEGIN')) return Buffer.from(value.replaceAll('\\n', '\n'));
  if (value.startsWith('{')) return Buffer.from(value);
  return orNull(() => readFileSync(value)) ?? fail(name, 'neither the text itself nor the path of a file to read');
};

const certificateOf = (name: Name, value: string): X509Certificate => {
  const bytes = bytesOf(name, value);
  const made = orNull(() => new X509Certificate(bytes));
  return made?.publicKey.asymmetricKeyType === 'rsa'
    ? made
    : fail(name, 'not an X.509 certificate with an RSA key (PEM or DER)');
};

const rsaKeyOf = (name: Name, key: Buffer, problem: string, passphrase?: string): KeyObject => {
  const made = orNull(() => createPrivateKey({ key, ...(passphrase === undefined ? {} : { passphrase }) }));
  return made?.asymmetricKeyType === 'rsa' ? made : fail(name, problem);
};

/**
 * Apple's keys, which sign passes; null where they are not set. Certificates and key are PEM, the key without a passphrase. Throws an error
 * that names the setting: unreadable, a key of another certificate, a certificate of another pass type, team or issuer.
 */
export const appleKeysOf = (env: WalletEnv) => {
  const { APPLE_PASS_TYPE_ID: passTypeId, APPLE_TEAM_ID: teamId, APPLE_PASS_PASSPHRASE: passphrase } = env;
  const { APPLE_PASS_CERT, APPLE_PASS_KEY, APPLE_WWDR_CERT } = env;
  if (!passTypeId || !teamId || !APPLE_PASS_CERT || !APPLE_PASS_KEY || !APPLE_WWDR_CERT) return null;
  const signer = certificateOf('APPLE_PASS_CERT', APPLE_PASS_CERT);
  const wwdr = certificateOf('APPLE_WWDR_CERT', APPLE_WWDR_CERT);
  const bytes = bytesOf('APPLE_PASS_KEY', APPLE_PASS_KEY);
  const problem = 'not an RSA key, or APPLE_PASS_PASSPHRASE does not open it';
  const key = rsaKeyOf('APPLE_PASS_KEY', bytes, problem, passphrase);
  if (!signer.checkPrivateKey(key)) fail('APPLE_PASS_KEY', 'not the key of APPLE_PASS_CERT');
  if (!(signer.checkIssued(wwdr) && signer.verify(wwdr.publicKey)))
    fail('APPLE_WWDR_CERT', 'not the certificate that APPLE_PASS_CERT was issued by');
  const subject = signer.subject.split('\n');
  if (!subject.includes(`UID=${passTypeId}`)) fail('APPLE_PASS_TYPE_ID', 'not the pass type of APPLE_PASS_CERT');
  if (!subject.includes(`OU=${teamId}`)) fail('APPLE_TEAM_ID', 'not the team of APPLE_PASS_CERT');
  return {
    passTypeId,
    teamId,
    signerCert: signer.toString(),
    signerKey: key.export({ type: 'pkcs1', format: 'pem' }).toString(),
    wwdr: wwdr.toString(),
    /** When the first of the two certificates expires. */
    validTo: new Date(Math.min(Date.parse(signer.validTo), Date.parse(wwdr.validTo))),
  };
};
export type AppleKeys = NonNullable<ReturnType<typeof appleKeysOf>>;

/** Google's keys; null where they are not set. Throws an error that names the setting. */
export const googleKeysOf = ({ GOOGLE_WALLET_ISSUER_ID: issuerId, GOOGLE_WALLET_ACCOUNT }: WalletEnv) => {
  if (!issuerId || !GOOGLE_WALLET_ACCOUNT) return null;
  const name = 'GOOGLE_WALLET_ACCOUNT';
  const problem = 'not the JSON key of a service account, with client_email and an RSA private_key';
  const text = bytesOf(name, GOOGLE_WALLET_ACCOUNT).toString();
  const parsed = v.safeParse(v.pipe(jsonSetting(problem), AccountSchema), text);
  if (!parsed.success) {
    const [{ type, message }] = parsed.issues;
    return fail(name, type === 'raw_transform' ? message : problem);
  }
  const { client_email: email, private_key } = parsed.output;
  return { issuerId, email, key: rsaKeyOf(name, Buffer.from(private_key), problem) };
};
export type GoogleKeys = NonNullable<ReturnType<typeof googleKeysOf>>;
