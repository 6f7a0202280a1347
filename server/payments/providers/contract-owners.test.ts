import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSettings } from '#server/env.ts';
import { methodFindings } from '#server/operators/preflight/sites.ts';
import { findingLines } from '#server/shared/finding.ts';
import { memoryOwners } from '#server/shared/sites/folders.fixture.ts';
import type { OwnerStore } from '#server/shared/sites/owners.ts';
import type { Method } from '#src/domain/payment.ts';
import { settingsOf } from '#test/tools/example-sites.ts';
import { type Provider, providers } from './contract-owners.ts';
import { type Contract, type Contracts, contractId, contractsOf, withItsEarlier } from './contracts.ts';
import { openFolder } from './secrets-folder.fixture.ts';

const newFolder = () => openFolder((environment) => readSettings(environment).env);
let folder: ReturnType<typeof newFolder>;
let store: OwnerStore;
beforeEach(() => {
  folder = newFolder();
  store = memoryOwners();
});
afterEach(() => folder.close());

const stripe = (account: string, by = account) => ({
  account: `acct_${account}`,
  secretKey: `sk_live_${by}`,
  webhookSecret: `whsec_${by}`,
});
const gmo = (id: string) => ({ id, pass: 'sesame' });
const softbank = (service: string) => ({ merchant: '70352', service, hashKey: '0123456789abcdef' });
/** A contract of each provider by its number, each with its own keys. */
const contracts = { stripe, gmo: (number: string) => gmo(`9${number}`), softbank };

const write = (site: string, provider: Provider, number: string, more: object = {}) =>
  folder.write(site, JSON.stringify({ [provider]: { ...contracts[provider](number, site), ...more } }));
type Process = ReturnType<typeof folder.open>;
const start = async (environment: Record<string, string> = {}): Promise<Process> => {
  const process = folder.open(environment);
  await process.refresh(store);
  return process;
};
const sold = (process: Process, ...sites: string[]) => sites.filter((site) => !process.isRefused(site));
const accountsOf = ({ env }: Process) => Object.keys(env.stripeAccounts ?? {}).sort();

/* Two sites beside the owner: one before its file by name, one after it. */
describe.each(providers)('a contract with %s', (provider) => {
  describe.each(['arch', 'vale'])('in the file of another site, %s', (other) => {
    it('belongs to the site that used it first: while the server runs, at a start, and while the file of its site is away', async () => {
      write('hall', provider, '001');
      write('moor', provider, '002');
      const process = await start();
      write(other, provider, '001');
      await process.refresh(store);
      expect(sold(process, 'hall', 'moor', other)).toEqual(['hall', 'moor']);
      const again = await start();
      expect(sold(again, 'hall', 'moor', other)).toEqual(['hall', 'moor']);
      expect(again.logged).toEqual([
        expect.stringMatching(new RegExp(`^error secrets_refused ${other} ${provider} .* belongs to hall, which used`)),
      ]);
      folder.remove('hall');
      for (const one of [process, again, await start()]) {
        await one.refresh(store);
        expect(sold(one, 'moor', other)).toEqual(['moor']);
      }
      write('hall', provider, '001');
      write(other, provider, '003');
      for (const one of [process, again]) {
        await one.refresh(store);
        expect(sold(one, 'hall', 'moor', other)).toEqual(['hall', 'moor', other]);
      }
    });

    it('that neither has used is refused to both, until one of them is mended', async () => {
      write('hall', provider, '001');
      write(other, provider, '001');
      write('moor', provider, '002');
      const process = await start();
      expect(sold(process, 'hall', 'moor', other)).toEqual(['moor']);
      expect(process.logged.sort().join()).toMatch(/in the file of .*, and none used it before/);
      write(other, provider, '003');
      await process.refresh(store);
      expect(sold(process, 'hall', 'moor', other)).toEqual(['hall', 'moor', other]);
    });
  });

  it('stays with a site that has got another one, and both are its own', async () => {
    write('hall', provider, '001');
    const process = await start();
    write('hall', provider, '002', { earlier: [contracts[provider]('001', 'hall')] });
    await process.refresh(store);
    for (const number of ['001', '002']) {
      write('arch', provider, number);
      await process.refresh(store);
      expect(sold(process, 'hall', 'arch')).toEqual(['hall']);
    }
  });
});

describe.each(providers)('of two contracts of a site with %s', (provider) => {
  const earlier = (number: string, site: string) => ({ earlier: [contracts[provider](number, site)] });
  /** The numbers of the contracts that a site sells with, refunds and polls by. */
  const numbersOf = ({ env }: Process, site: string): string[] =>
    [env.stripeAccounts, env.GMO_SHOPS, env.SOFTBANK_SHOPS].flatMap((shops) =>
      withItsEarlier<Contract>(shops?.[site]).map((one) => contractId(one).slice(-3)),
    );

  it('an earlier one that another site names too takes nothing from it, and an earlier one gets no owner', async () => {
    write('hall', provider, '001');
    write('arch', provider, '009', earlier('002', 'arch'));
    const process = await start();
    expect(sold(process, 'hall', 'arch')).toEqual(['hall', 'arch']);
    write('hall', provider, '002', earlier('001', 'hall'));
    await process.refresh(store);
    for (const one of [process, await start()]) {
      expect(sold(one, 'hall', 'arch')).toEqual(['hall', 'arch']);
      expect([numbersOf(one, 'hall'), numbersOf(one, 'arch')]).toEqual([['002', '001'], ['009']]);
    }
  });

  it('the one that is another site’s is not sold with, and payments of the other one go on', async () => {
    write('hall', provider, '001');
    await start();
    write('arch', provider, '002');
    await start();
    write('hall', provider, '002', earlier('001', 'hall'));
    const process = await start();
    expect(sold(process, 'hall', 'arch')).toEqual(['arch']);
    expect(numbersOf(process, 'hall')).toEqual(['001']);
  });
});

it('an attempt in the contract of all sites is found where its site gets that as its own, and by no other contract', () => {
  const shops = (all: Contracts<ReturnType<typeof gmo>>) => contractsOf(all, 'own');
  const one = gmo('9001');
  const data = shops({ default: one }).dataFor('hall');
  for (const all of [{ default: one }, { hall: one }, { hall: gmo('9002'), default: one }])
    expect(shops(all).of({ data }, 'hall')).toEqual(one);
  for (const all of [{ default: gmo('9002') }, { arch: one }]) expect(shops(all).of({ data }, 'hall')).toBeUndefined();
});

it('a site with a refused contract is sold by those of its other providers', async () => {
  write('hall', 'stripe', '001');
  await start();
  folder.write('mori', JSON.stringify({ stripe: stripe('001', 'mori'), gmo: gmo('9001') }));
  const process = await start({ APP_ENV: 'production' });
  expect(sold(process, 'mori')).toEqual(['mori']);
  const canTake = (method: Method) => findingLines(methodFindings(process.env, settingsOf('mori'), [method]));
  expect(canTake('stripe_secure')).toContain('acct_001 belongs to hall');
  expect(canTake('gmo_paypay')).toBe('');
});

it('sites that CONTRACT_SITES lists share a contract, each by its own keys, whoever used it first; no other site does', async () => {
  write('vale', 'stripe', '001');
  await start();
  for (const site of ['arch', 'hall']) write(site, 'stripe', '001');
  const process = await start({ CONTRACT_SITES: '{"acct_001": ["hall", "arch"]}' });
  expect(accountsOf(process)).toEqual(['arch', 'hall']);
  expect(process.env.stripeAccounts?.arch?.secretKey).toBe('sk_live_arch');
  expect(process.logged).toEqual(['error secrets_refused vale stripe acct_001 belongs to hall, arch (CONTRACT_SITES)']);
});

it.each([
  ['the site that it names', { hall: gmo('9001') }, ['hall']],
  ['all sites, so to no file', { default: gmo('9001') }, []],
])('a contract of the environment belongs to %s, whoever used it first', async (_whose, shops, sites) => {
  write('arch', 'gmo', '001');
  expect(sold(await start(), 'arch')).toEqual(['arch']);
  write('hall', 'gmo', '001');
  const process = await start({ GMO_SHOPS: JSON.stringify(shops) });
  expect(sold(process, 'arch', 'hall')).toEqual(sites);
});

it('a contract that moves from the environment into the file of its site stays its own', async () => {
  await start({ SOFTBANK_SHOPS: JSON.stringify({ hall: softbank('001') }) });
  write('arch', 'softbank', '001');
  write('hall', 'softbank', '001');
  expect(sold(await start(), 'arch', 'hall')).toEqual(['hall']);
});

it('a site that changes its contract again and again gets 50 for good; a further one only from the operator, and others are sold', async () => {
  write('moor', 'stripe', '999');
  const process = await start();
  for (let number = 1; number <= 52; number += 1) {
    write('hall', 'stripe', `${number}`);
    await process.refresh(store);
    expect([number, sold(process, 'hall', 'moor')]).toEqual([number, number <= 50 ? ['hall', 'moor'] : ['moor']]);
  }
  expect((await store.read()).size).toBe(51);
  expect(process.logged.at(-1)).toMatch(/^error secrets_refused hall stripe acct_52 .* the operator/);
  expect(sold(await start({ CONTRACT_SITES: '{"acct_52": ["hall"]}' }), 'hall')).toEqual(['hall']);
  write('hall', 'gmo', '001');
  await process.refresh(store);
  expect(sold(process, 'hall')).toEqual(['hall']);
});

it('of two processes that each see another file, the first gives the contract its owner', async () => {
  const [one, other] = [folder.open(), folder.open()];
  write('hall', 'stripe', '001');
  await one.refresh(store);
  folder.remove('hall');
  write('arch', 'stripe', '001');
  for (const process of [other, one]) {
    await process.refresh(store);
    expect(sold(process, 'arch')).toEqual([]);
  }
});

it('without the owners a changed file is not used', async () => {
  write('hall', 'stripe', '001');
  const process = await start();
  write('arch', 'stripe', '002');
  const away = { ...store, read: () => Promise.reject(new Error('away')) };
  await expect(process.refresh(away)).rejects.toThrow('away');
  expect(accountsOf(process)).toEqual(['hall']);
});

it('a shop may be called as a property of every object', async () => {
  folder.write('evil', JSON.stringify({ gmo: gmo('constructor') }));
  write('mori', 'stripe', '1');
  const process = await start({ CONTRACT_SITES: '{"acct_9": ["mori"]}' });
  expect(sold(process, 'evil', 'mori')).toEqual(['evil', 'mori']);
});

it.each([
  [
    'many earlier contracts',
    () => JSON.stringify({ gmo: { ...gmo('1'), earlier: Array.from({ length: 11 }, (_, at) => gmo(`x${at}`)) } }),
  ],
  ['a size beyond all contracts', () => JSON.stringify({ gmo: gmo('1') }) + ' '.repeat(70_000)],
])('a file with %s is refused, and no other one', async (_name, text) => {
  folder.write('evil', text());
  write('mori', 'stripe', '1');
  const process = await start();
  expect(process.findings().map(({ site }) => site)).toEqual(['evil']);
  expect(accountsOf(process)).toEqual(['mori']);
});
