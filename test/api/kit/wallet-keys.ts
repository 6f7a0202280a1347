import { generateKeyPairSync } from 'node:crypto';
import forge from 'node-forge';

/** A certificate chain like Apple's (root, intermediate, pass signer) and a Google service account, generated for the tests. */

export const passTypeId = 'pass.example.tickets';
export const teamId = 'TEAM123456';
export const issuerId = '3388000000012345678';
export const account = 'passes@shop.iam.gserviceaccount.example';
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
  if (serial !== '03') certificate.setExtensions([{ name: 'basicConstraints', cA: true }]);
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
  const signer = certify(subject, wwdr, '03', days);
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
