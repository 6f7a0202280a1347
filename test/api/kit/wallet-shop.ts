import { generateKeyPairSync } from 'node:crypto';
import { jwtVerify } from 'jose';
import forge from 'node-forge';
import * as v from 'valibot';
import { readSettings } from '#server/env.ts';
import { openWallets } from '#server/web/wallets/open.ts';
import type { Wallets } from '#server/web/wallets/wallets.ts';
import { apiPrefix } from '#src/api/contract/index.ts';
import { getTicket } from '#src/api/contract/tickets.ts';
import type { Lang } from '#src/domain/lang.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { openPass, signerSerial } from './pkpass.ts';
import type { Shop } from './shop.ts';

/** A certificate chain like Apple's (root, intermediate, pass signer) and a Google service account, generated for the tests. */

export const passTypeId = 'pass.example.tickets';
export const teamId = 'TEAM123456';
export const issuerId = '3388000000012345678';
const account = 'passes@shop.iam.gserviceaccount.example';
export const passphrase = 'open sesame';

type Subject = { name?: string; type?: string; value: string }[];
type Party = { certificate: forge.pki.Certificate; key: forge.pki.rsa.PrivateKey; pem: string; keyPem: string };

const day = 24 * 3_600_000;
const uid = '0.9.2342.19200300.100.1.1';

const keyPair = () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return { publicKey, pem, key: forge.pki.privateKeyFromPem(pem) };
};

const certify = (subject: Subject, issuer: Party | null, serial: string, days: number): Party => {
  const { key, pem: keyPem } = keyPair();
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.setRsaPublicKey(key.n, key.e);
  certificate.serialNumber = serial;
  certificate.validity.notBefore = new Date(Date.now() - 10 * day);
  certificate.validity.notAfter = new Date(Date.now() + days * day);
  certificate.setSubject(subject);
  certificate.setIssuer(issuer ? issuer.certificate.subject.attributes : subject);
  if (serial !== signerSerial) certificate.setExtensions([{ name: 'basicConstraints', cA: true }]);
  certificate.sign(issuer?.key ?? key, forge.md.sha256.create());
  return { certificate, key, keyPem, pem: forge.pki.certificateToPem(certificate) };
};

/** Settings of Apple's wallet, and the root certificate. `days` is the validity of the signer's certificate. */
export const appleSettings = ({ days = 365, type = passTypeId } = {}) => {
  const root = certify([{ name: 'commonName', value: 'Root of the tests' }], null, '01', 3650);
  const wwdr = certify([{ name: 'commonName', value: 'Developer Relations of the tests' }], root, '02', 3650);
  const subject: Subject = [
    { type: uid, value: type },
    { name: 'commonName', value: `Pass Type ID: ${type}` },
    { name: 'organizationalUnitName', value: teamId },
  ];
  const signer = certify(subject, wwdr, signerSerial, days);
  const env = {
    APPLE_PASS_TYPE_ID: passTypeId,
    APPLE_TEAM_ID: teamId,
    APPLE_PASS_CERT: signer.pem,
    APPLE_PASS_KEY: forge.pki.encryptRsaPrivateKey(signer.key, passphrase),
    APPLE_PASS_PASSPHRASE: passphrase,
    APPLE_WWDR_CERT: wwdr.pem,
  };
  return { env, root, wwdr, signer };
};

/** Settings of Google's wallet, and the key that verifies its links. */
export const googleSettings = () => {
  const { publicKey, pem } = keyPair();
  const json = { type: 'service_account', client_email: account, private_key: pem };
  const env = { GOOGLE_WALLET_ISSUER_ID: issuerId, GOOGLE_WALLET_ACCOUNT: JSON.stringify(json) };
  return { env, publicKey };
};

const LocalizedString = v.object({ defaultValue: v.object({ language: v.string(), value: v.string() }) });
const Claims = v.object({
  typ: v.literal('savetowallet'),
  iat: v.number(),
  payload: v.object({
    eventTicketClasses: v.tuple([
      v.looseObject({ id: v.string(), issuerName: v.string(), eventName: LocalizedString }),
    ]),
    eventTicketObjects: v.tuple([
      v.looseObject({
        id: v.string(),
        classId: v.string(),
        state: v.literal('ACTIVE'),
        barcode: v.object({ type: v.literal('QR_CODE'), value: v.string(), alternateText: v.string() }),
        ticketType: LocalizedString,
        reservationInfo: v.object({ confirmationCode: v.string() }),
      }),
    ]),
  }),
});

/** Google's address that saves a pass; the group is its JWT. */
const saveUrl = /^https:\/\/pay\.google\.com\/gp\/v\/save\/([\w-]+\.[\w-]+\.[\w-]+)$/;

type PassQuery = { lang?: Lang; site?: SiteCode };

/** Starts a shop with generated keys for both wallets, with the actions that a visitor and a wallet perform on its passes. */
export const openWalletShop = async <S extends Shop>(start: (options: { wallets: Wallets }) => Promise<S>) => {
  const apple = appleSettings();
  const google = googleSettings();
  const shop = await start({
    wallets: await openWallets(readSettings({ ...apple.env, ...google.env }).env, () => undefined),
  });
  const address =
    (token: string, { lang, site }: PassQuery) =>
    (path: string) =>
      `${shop.url}${site ? `/${site}` : ''}${apiPrefix}/tickets/${token}${path}${lang ? `?lang=${lang}` : ''}`;

  const follow = async (token: string, pass: string, query: PassQuery = {}) => {
    const reply = await fetch(address(token, query)(`/passes/${pass}`), { redirect: 'manual' });
    const bytes = Buffer.from(await reply.arrayBuffer());
    return { status: reply.status, headers: reply.headers, bytes, text: bytes.toString() };
  };

  /** The pass that an address of Google's saves. Throws if Google would reject it. */
  const saved = async (url: string) => {
    const jwt = saveUrl.exec(url)?.[1];
    if (!jwt) throw new Error(`No address that saves a pass: ${url}`);
    const wanted = { issuer: account, audience: 'google', algorithms: ['RS256'] };
    const { payload } = await jwtVerify(jwt, google.publicKey, wanted);
    const { iat, payload: objects } = v.parse(Claims, payload);
    const [[event], [ticket]] = [objects.eventTicketClasses, objects.eventTicketObjects];
    return { jwt, iat, event, ticket };
  };

  return {
    shop,
    /** Requests a pass. */
    follow,
    /** Reads a pass as a phone does. Throws if a phone would reject it. */
    opened: (bytes: Buffer) => openPass(bytes, apple.root.pem),
    passOf: async (token: string, lang?: Lang) =>
      openPass((await follow(token, 'apple', lang ? { lang } : {})).bytes, apple.root.pem),
    saved,
    /** The pass that a ticket's link to Google Wallet saves. */
    savedBy: async (token: string, pass = 'google', query: PassQuery = {}) => {
      const { status, headers } = await follow(token, pass, query);
      if (status !== 303) throw new Error(`The link responds ${status}.`);
      return saved(headers.get('location') ?? '');
    },
    /** The ticket at a site that is not the default one. */
    ticketAt: async (token: string, site: SiteCode) => {
      const reply = await fetch(address(token, { site })(''));
      return v.parse(getTicket.reply, await reply.json());
    },
  };
};
