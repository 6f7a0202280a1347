import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '@ticket-store/sandbox/main.ts';
import forge from 'node-forge';
import { forwardTo } from './forward.ts';

const day = 24 * 3_600_000;

/** A certificate for 127.0.0.1 and its key, as PEM. */
const certificate = () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const keyPem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const key = forge.pki.privateKeyFromPem(keyPem);
  const made = forge.pki.createCertificate();
  made.publicKey = forge.pki.setRsaPublicKey(key.n, key.e);
  made.serialNumber = '01';
  made.validity.notBefore = new Date(Date.now() - day);
  made.validity.notAfter = new Date(Date.now() + day);
  const subject = [{ name: 'commonName', value: 'Sandbox of the tests' }];
  made.setSubject(subject);
  made.setIssuer(subject);
  made.setExtensions([
    { name: 'basicConstraints', cA: true },
    { name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
  ]);
  made.sign(key, forge.md.sha256.create());
  return { key: keyPem, cert: forge.pki.certificateToPem(made) };
};

/**
 * The payment sandbox for a server with production settings: at an https origin, where a live key is taken for the sandbox's own.
 * `env`: what the server needs to call it.
 */
export const startLiveSandbox = async (secretKey: string, webhookSecret: string) => {
  const sandbox = await startSandbox({ port: 0, webhookSecret, webhookUrl: null, gmoNoticeUrl: null });
  const { key, cert } = certificate();
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  const file = join(folder, 'root.pem');
  writeFileSync(file, cert);
  const { host } = new URL(sandbox.url);
  const asSandbox = (authorization?: string) =>
    authorization === `Bearer ${secretKey}` ? 'Bearer sk_test_sandbox' : 'none';
  const front = createServer(
    { key, cert },
    forwardTo(sandbox.url, (headers) => ({ ...headers, host, authorization: asSandbox(headers.authorization) })),
  );
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const { port } = front.address() as AddressInfo;
  return {
    sandbox,
    env: {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_BASE: `https://127.0.0.1:${port}`,
      NODE_EXTRA_CA_CERTS: file,
    },
    close: async () => {
      front.closeAllConnections();
      await new Promise((resolve) => front.close(resolve));
      await sandbox.close();
      rmSync(folder, { recursive: true });
    },
  };
};
