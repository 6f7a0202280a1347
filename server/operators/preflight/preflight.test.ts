import { describe, expect, it } from 'vitest';
import { demoCatalogue } from '#server/catalogue/demo/catalogues.ts';
import type { Log } from '#server/core/log.ts';
import { readSettings } from '#server/env.ts';
import { createAdapters } from '#server/payments/providers/adapters.ts';
import { providersOf } from '#server/payments/providers/options.ts';
import { findingLines } from '#server/shared/finding.ts';
import { type SitesEnv, siteOptionsOf } from '#server/shared/sites/env.ts';
import { openSites } from '#server/shared/sites/open-sites.ts';
import { fresh, liveSettings, siteKeys } from '#test/api/kit/live-shop.ts';
import { refusedStarts } from '#test/api/kit/refused-starts.ts';
import { siteCodes } from '#test/tools/example-sites.ts';
import type { MethodsOnOffer } from './catalogues.ts';
import { openMethods, siteFindings } from './preflight.ts';

const offered: MethodsOnOffer = Object.fromEntries(
  siteCodes.map((code) => [code, (demoCatalogue(code)?.payment_methods ?? []).map(({ id }) => id)] as const),
);

const sitesOf = (env: SitesEnv & { APP_ENV: string }) => openSites({ ...siteOptionsOf(env), log: () => undefined });

/** The findings for an environment. */
const listOf = (environment: Record<string, string>, read: MethodsOnOffer = offered): string => {
  const { env, findings } = readSettings(environment);
  return findingLines([...findings, ...siteFindings(env, sitesOf(env), read)]);
};

/** `test/api/preflight.test.ts` starts a server for some of them. */
describe('the preflight checks', () => {
  it.each(refusedStarts)('refuse a start: $name', ({ env, lines }) => {
    const list = listOf({ ...liveSettings(), ...env });
    for (const line of lines) expect(list).toMatch(line);
  });

  it('accept a complete configuration, for every provider and for the bot check', () => {
    expect(listOf(liveSettings())).toBe('');
    const [gmo, softbank] = [fresh.gmo(), fresh.softbank()];
    const ids = { gmoShop: gmo.id, softbankMerchant: softbank.merchant, softbankService: softbank.service };
    const keys = () => ({ stripe: fresh.stripe('pk_live'), recaptcha: fresh.recaptcha(), ...ids });
    const whole = {
      ...liveSettings(),
      SITES: siteCodes.join(','),
      GMO_SHOPS: JSON.stringify({ default: gmo }),
      SOFTBANK_SHOPS: JSON.stringify({ default: softbank }),
      RECAPTCHA_SECRET: fresh.recaptcha(),
      ...siteKeys(Object.fromEntries(siteCodes.map((code) => [code, keys()]))),
    };
    expect(listOf(whole)).toBe('');
  });

  it('cover only the sites that are served', () => {
    expect(listOf({ ...liveSettings(), SITES: 'borderless' })).toBe('');
    expect(listOf({ ...liveSettings(), SITES: 'borderless,softbank' })).toMatch(/SOFTBANK_SHOPS \(softbank\)/);
  });

  it("prefer a site's own shop to the default one", async () => {
    const own = fresh.gmo();
    const other = { ...fresh.gmo(), id: '9109999999999' };
    const env = {
      ...liveSettings(),
      SITES: 'artizon',
      GMO_SHOPS: JSON.stringify({ default: other, artizon: own }),
      ...siteKeys({ artizon: { stripe: fresh.stripe('pk_live'), gmoShop: own.id } }),
    };
    expect(listOf(env)).toBe('');
    expect(listOf({ ...env, GMO_SHOPS: JSON.stringify({ default: other }) })).toContain('gmoShop (artizon)');
  });

  it('name the providers when none is set, unless the methods of all sites are known', () => {
    const { STRIPE_SECRET_KEY: _key, STRIPE_WEBHOOK_SECRET: _secret, ...none } = liveSettings();
    const line = /STRIPE_SECRET_KEY.*: none is set, and no order can be paid without a provider/;
    expect(listOf(none, {})).toMatch(line);
    expect(listOf(none)).not.toMatch(line);
  });

  it('never print a secret', () => {
    const pass = 'sandbox00';
    const env = {
      ...liveSettings(),
      TICKET_SECRET: 'a secret of the tests, long enough',
      STRIPE_SECRET_KEY: 'sk_test_sandbox',
      STRIPE_WEBHOOK_SECRET: 'whsec_sandbox',
      GMO_SHOPS: JSON.stringify({ default: { id: 'tshop00081234', pass } }),
      SITES: 'artizon',
    };
    const list = listOf(env);
    for (const secret of ['a secret of', 'sk_test_sandbox', 'whsec_sandbox', pass]) expect(list).not.toContain(secret);
  });

  it('require nothing in development', () => {
    expect(listOf({})).toBe('');
  });
});

it('the methods that a running server offers are those it has adapters for, whatever the catalogue offers; the difference is logged once', () => {
  const lines: string[] = [];
  const { env } = readSettings({ ...liveSettings(), SITES: 'artizon' });
  const log: Log = (level, event, facts = {}) => void lines.push(`${level} ${event} ${facts.site} ${facts.method}`);
  const adapters = createAdapters(providersOf(env, 'http://sandbox.test', log));
  const canTake = openMethods(env, sitesOf(env), adapters, log);
  expect([canTake('artizon', 'gmo'), canTake('artizon', 'gmo'), canTake('artizon', 'free')]).toEqual([
    false,
    false,
    true,
  ]);
  expect(lines).toEqual(['error method_not_offered artizon gmo']);
  expect(openMethods(env, sitesOf(env), { ...adapters, free: undefined }, log)('artizon', 'free')).toBe(false);
});
