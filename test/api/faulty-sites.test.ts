import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { importCatalogue } from '#server/catalogue/import.ts';
import { openEmbedded } from '#server/db/open.ts';
import { venueDay } from '#src/domain/dates.ts';
import { freePort } from '#test/tools/free-port.mjs';
import { catalogueFor } from '#test/tools/new-site/catalogue.ts';
import { makeSite } from '#test/tools/new-site/make-site.ts';
import { fresh, liveSettings } from './kit/live-shop.ts';
import { runProgram, type ServerProcess, startProcess, temporaryFolder } from './kit/process.ts';
import { sendRaw } from './kit/raw.ts';

/** A server of many venues: what is wrong with one of them keeps no other from being sold. */
const { folder, remove } = temporaryFolder();
const [sites, secrets] = [join(folder, 'sites'), join(folder, 'secrets')];
const day = venueDay(Date.now());
const codes = ['hall', 'arch', 'hill', 'moor', 'pond', 'vale'] as const;
let env: Record<string, string>;
let server: ServerProcess;

const check = () => runProgram('server/ops.ts', { DATA_DIR: folder, ...env }, 'check');
const siteFile = (code: string) => join(sites, code, 'site.json');
const change = (code: string, settings: object) =>
  writeFileSync(siteFile(code), JSON.stringify({ ...JSON.parse(readFileSync(siteFile(code), 'utf8')), ...settings }));
const keys = () => ({ paymentKeys: { production: { stripe: fresh.stripe('pk_live') } } });
const writeSecrets = (code: string, content: string) => {
  writeFileSync(join(secrets, `${code}.json`), content);
  chmodSync(join(secrets, `${code}.json`), 0o600);
};
const stripe = (account: string) => ({
  stripe: { account, secretKey: fresh.stripe('sk_live'), webhookSecret: fresh.stripe('whsec') },
});
/** A folder of secrets with the account of another site: before and after its own file by name. */
const takers = ['arch', 'vale'];
/** A host of moor since an earlier start, and one that the takers are the first to name. */
const [host, newHost] = ['tickets.moor.example', 'tickets.new.example'];
const shopHost = new URL(liveSettings().PUBLIC_URL ?? '').hostname;

beforeAll(async () => {
  for (const path of [sites, secrets]) mkdirSync(path);
  const { STRIPE_SECRET_KEY: _key, STRIPE_WEBHOOK_SECRET: _secret, ...settings } = liveSettings();
  env = { ...settings, SITES: '*', SITES_DIR: sites, SECRETS_DIR: secrets, ALLOWED_SCRIPTS: '{"hall": ["GTM-HALLS"]}' };
  for (const code of codes) {
    makeSite({ code, title: code, folder: sites, today: new Date() });
    change(code, keys());
    writeSecrets(code, JSON.stringify(stripe(`acct_${code}`)));
  }
  env.METRICS_PORT = String(await freePort());
  /* The hall sells in its account since an earlier start, moor at its host. */
  change('moor', { hosts: [host] });
  server = await startProcess(folder, env);
  await server.end('SIGTERM');
  const open = await openEmbedded(folder);
  for (const code of codes) await importCatalogue(open.db, catalogueFor(code, day), day);
  await open.close();
  writeFileSync(siteFile('hill'), '{"title": {');
  change('moor', { paymentKeys: {} });
  change('pond', { gatagKey: { url: 'GTM-PONDS' } });
  change('hall', { gatagKey: { url: 'GTM-HALLS' } });
  writeSecrets('pond', '{"stripe": ');
  for (const code of takers) {
    writeSecrets(code, JSON.stringify(stripe('acct_hall')));
    change(code, { gatagKey: { url: 'GTM-TAKER' }, hosts: [host, newHost, shopHost, `www.${shopHost}`] });
  }
  server = await startProcess(folder, env);
});
afterAll(async () => {
  await server?.end('SIGKILL');
  remove();
});

const methodsOf = async (code: string): Promise<unknown> => {
  const reply = await fetch(`${server.url}/${code}/api/v1/paymentmethods?lang=en`);
  return reply.status === 200 ? JSON.parse(await reply.text()).map(({ id }: { id: string }) => id) : reply.status;
};

describe('a server of every site in SITES_DIR', () => {
  it('starts, and sells what is right; a site without its keys or secrets takes no card, an invalid one sells nothing', async () => {
    expect(await Promise.all(codes.map(methodsOf))).toEqual([['stripe_secure', 'free'], [], [], ['free'], [], []]);
    const products = await fetch(`${server.url}/hill/api/v1/products?lang=en`);
    expect([products.status, await products.json()]).toEqual([200, []]);
  });

  it('sells nothing of a site whose file has the account of another one, until the file is mended', async () => {
    const productsOf = async (code: string) => {
      const reply = await fetch(`${server.url}/${code}/api/v1/products?lang=en`);
      return v.parse(v.array(v.unknown()), await reply.json()).length;
    };
    for (const code of takers) {
      expect([code, await productsOf(code), await methodsOf(code)]).toEqual([code, 0, []]);
      const because = 'stripe acct_hall belongs to hall, which used it first';
      expect(server.output()).toMatch(new RegExp(`"secrets_refused","site":"${code}","because":"${because}"`));
    }
    writeSecrets('arch', JSON.stringify(stripe('acct_arch')));
    await vi.waitFor(async () => expect(await methodsOf('arch')).toEqual(['stripe_secure', 'free']), 60_000);
    expect(await productsOf('arch')).toBeGreaterThan(0);
  });

  it('leads a host to the site that used it first, and one of two new sites or of the whole shop to none; none runs its scripts there', async () => {
    const siteAt = async (host: string, path = '/') => {
      const { text } = await sendRaw(server.url, { method: 'GET', path, headers: { host }, body: null });
      return [/data-site="([^"]*)"/.exec(text)?.[1], text.includes('GTM-TAKER')];
    };
    expect(await siteAt(host)).toEqual(['moor', false]);
    for (const code of takers)
      for (const one of [newHost, shopHost, `www.${shopHost}`])
        expect([code, one, ...(await siteAt(one, `/${code}/`))]).toEqual([code, one, code, false]);
    const { out, err } = await check();
    for (const problem of [
      `host ${host} belongs to moor, which used it first`,
      `host ${newHost} is also in the file of vale, and none used it before`,
      `host www.${shopHost} is of all sites (PUBLIC_URL)`,
    ])
      expect(out + err).toContain(`SITES (arch): arch/site.json hosts: ${problem}`);
  });

  it('names each fault in its log, and an invalid folder in /readyz', async () => {
    const because = 'hill/site.json: JSON is needed';
    const ready = JSON.parse(await (await fetch(`http://127.0.0.1:${env.METRICS_PORT}/readyz`)).text());
    expect(ready).toMatchObject({ status: 'ready', sites: expect.arrayContaining([expect.stringContaining(because)]) });
    expect(server.output().match(/^.*"site":"hill".*$/gm)).toEqual([
      expect.stringMatching(new RegExp(`"site_invalid".*${because}: something is wrong at line 1 column 12"`)),
    ]);
    expect(server.output()).toMatch(/"site_not_ready".*"site":"moor".*paymentKeys\.production\.stripe/);
    expect(server.output()).toMatch(/"secrets_unreadable".*"site":"pond".*JSON is needed/);
  });

  it('serves a page without a script that the operator did not allow, and names it in check and log', async () => {
    const page = await (await fetch(`${server.url}/hall/`)).text();
    expect(page).toContain('GTM-HALLS');
    expect(await (await fetch(`${server.url}/pond/`)).text()).not.toContain('GTM-PONDS');
    const { out } = await check();
    expect(out.match(/^ {2}ALLOWED_SCRIPTS \((?!arch|vale).*$/gm)).toEqual([
      expect.stringMatching(
        /^ {2}ALLOWED_SCRIPTS \(pond\): pond\/site\.json gatagKey\.url: "GTM-PONDS" is not allowed/,
      ),
    ]);
    expect(server.output()).toMatch(/"site_note".*GTM-PONDS/);
    change('hall', { gatagKey: { url: 'GTM-PONDS' } });
    await expect.poll(() => server.output()).toMatch(/"site_note".*"site":"hall"/);
    expect(await (await fetch(`${server.url}/hall/`)).text()).not.toContain('GTM-');
    change('hall', { gatagKey: { url: 'GTM-HALLS' } });
  });

  it('is checked with the same list, which says that it would start', async () => {
    const { code, out: printed, err } = await check();
    const out = printed + err;
    expect([code, out]).toEqual([1, expect.stringContaining('A server would start, but not sell all of its sites')]);
    const taken = /SECRETS_DIR \(vale\): stripe acct_hall belongs to hall, which used it first/;
    for (const line of [/SITES \(hill\): hill\/site\.json/, /stripe \(moor\): missing/, /SECRETS_DIR \(pond\)/, taken])
      expect(out).toMatch(line);
  });
});
