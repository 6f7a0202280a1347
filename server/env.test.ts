import { describe, expect, it } from 'vitest';
import { readSettings } from './env.ts';
import { findingLines } from './shared/finding.ts';
import { siteOptionsOf } from './shared/sites/env.ts';

const readEnv = (environment: Record<string, string>) => readSettings(environment).env;
const faults = (environment: Record<string, string>): string => findingLines(readSettings(environment).findings);

describe('the environment', () => {
  it('requires no variables and defaults to a demo on port 4173', () => {
    expect(readEnv({ PORT: '' })).toMatchObject({ PORT: 4173, DATA_DIR: './data', APP_ENV: 'development' });
  });

  it('removes the trailing slash of URLs', () => {
    expect(readEnv({ PUBLIC_URL: 'https://shop.example/' }).PUBLIC_URL).toBe('https://shop.example');
  });

  it('sells all sites in development, and only those in SITES elsewhere', () => {
    const soldBy = (environment: Record<string, string>) => siteOptionsOf(readEnv(environment)).only;
    expect(soldBy({})).toBe(null);
    expect(soldBy({ SITES: 'mori, borderless,mori,' })).toEqual(['mori', 'borderless']);
    expect(soldBy({ APP_ENV: 'production' })).toEqual([]);
    const own = siteOptionsOf(readEnv({ SITES: '*', SITES_DIR: '/venues' }));
    expect([own.only, own.folders]).toEqual([null, ['/venues']]);
  });

  it('by default trusts no proxy, limits the seats an address can hold, and exposes no metrics', () => {
    const { TRUST_PROXY, HOLD_SEATS_PER_ADDRESS, REQUESTS_AT_ONCE, METRICS_PORT, METRICS_HOST } = readEnv({});
    expect([TRUST_PROXY, HOLD_SEATS_PER_ADDRESS, REQUESTS_AT_ONCE]).toEqual([{ hops: 0, known: null }, 12, 16]);
    expect([METRICS_PORT, METRICS_HOST]).toEqual([undefined, '127.0.0.1']);
    expect(readEnv({ TRUST_PROXY: '2' }).TRUST_PROXY.hops).toBe(2);
  });

  it.each([
    [{ PORT: '99999' }, 'PORT'],
    [{ APP_ENV: 'prod' }, 'APP_ENV'],
    [{ STRIPE_SECRET_KEY: 'pk_test_1' }, 'STRIPE_SECRET_KEY'],
    [{ STRIPE_SECRET_KEY: 'sk_live_1' }, 'STRIPE_WEBHOOK_SECRET'],
    [{ TICKET_SECRET: 'short' }, 'TICKET_SECRET'],
    [{ DATABASE_URL: 'postgres://x' }, 'TICKET_SECRET'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
    [{ APP_ENV: 'production' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://shop.example/tickets' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://user@shop.example' }, 'PUBLIC_URL'],
    [{ SITES: 'borderless,Louvre' }, 'SITES'],
    [{ SITES: 'borderless,*' }, 'SITES'],
    [{ SITES: '*' }, 'SITES_DIR'],
    [{ DEFAULT_SITE: 'api' }, 'DEFAULT_SITE'],
    [{ SANDBOX: 'yes' }, 'SANDBOX'],
    [{ ALLOWED_SCRIPTS: '{"mori": "GTM-AAAA"}' }, 'ALLOWED_SCRIPTS'],
    [{ ALLOWED_SCRIPTS: '{"Mori": ["GTM-AAAA"]}' }, 'ALLOWED_SCRIPTS'],
    [{ ALLOWED_SCRIPTS: '{"mori": ["gtm-aaaa"]}' }, 'ALLOWED_SCRIPTS'],
    [{ ALLOWED_SCRIPTS: '{"mori": ["https://cdn.example"]}' }, 'ALLOWED_SCRIPTS'],
    [{ ALLOWED_SCRIPTS: '{"mori": ["https://*.example/a.js"]}' }, 'ALLOWED_SCRIPTS'],
    [{ ALLOWED_SCRIPTS: '{"mori": ["http://cdn.example/a.js"]}' }, 'ALLOWED_SCRIPTS'],
    [{ SANDBOX: '1', STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }, 'SANDBOX'],
    [{ APP_ENV: 'production', PUBLIC_URL: 'https://shop.example', FAILPOINT: 'paid_committed' }, 'FAILPOINT'],
    [{ FAILPOINT: 'nowhere:1' }, 'FAILPOINT'],
    [{ SEED_DATE: 'tomorrow' }, 'SEED_DATE'],
    [{ TRUST_PROXY: '10.0.0.0/40' }, 'TRUST_PROXY'],
    [{ HOLD_SEATS_PER_ADDRESS: '-1' }, 'HOLD_SEATS_PER_ADDRESS'],
    [{ HOLD_SHARE_OF_DAY: '101' }, 'HOLD_SHARE_OF_DAY'],
    [{ HOLD_MINUTES_AT_MOST: '15' }, 'HOLD_MINUTES_AT_MOST'],
    [{ REQUESTS_AT_ONCE: '0' }, 'REQUESTS_AT_ONCE'],
    [{ METRICS_PORT: '70000' }, 'METRICS_PORT'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN'],
    [{ SMTP_URL: 'mail.example:25', MAIL_FROM: 'tickets@shop.example' }, 'SMTP_URL'],
    [{ SMTP_URL: 'smtp://mail.example' }, 'MAIL_FROM'],
    [{ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'Shop <tickets@shop.example>' }, 'MAIL_FROM'],
    [{ MAIL_FROM: 'tickets@shop.example' }, 'SMTP_URL'],
    [{ GMO_BASE_URL: 'https://pt01.example/payment' }, 'GMO_SHOPS'],
    [{ GMO_SHOPS: '{' }, 'GMO_SHOPS'],
    [{ GMO_SHOPS: '{"No where":{"id":"tshop00000000","pass":"x"}}' }, 'GMO_SHOPS'],
    [{ GMO_SHOPS: '{"default":{"id":"tshop000000000","pass":"x"}}' }, 'GMO_SHOPS'],
    [{ RECAPTCHA_SECRET: 'short' }, 'RECAPTCHA_SECRET'],
    [{ RECAPTCHA_SECRET: '{"No where":"0123456789abcdef"}' }, 'RECAPTCHA_SECRET'],
    [{ RECAPTCHA_BASE_URL: 'https://check.example' }, 'RECAPTCHA_SECRET'],
    [{ RECAPTCHA_MIN_SCORE: '1.5' }, 'RECAPTCHA_MIN_SCORE'],
    [{ SOFTBANK_BASE_URL: 'https://api.example' }, 'SOFTBANK_SHOPS'],
    [{ SOFTBANK_LINK_URL: 'pay' }, 'SOFTBANK_LINK_URL'],
    [{ APPLE_PASS_TYPE_ID: 'tickets' }, 'APPLE_PASS_TYPE_ID'],
    [{ APPLE_PASS_TYPE_ID: 'pass.example.tickets' }, 'APPLE_TEAM_ID'],
    [{ APPLE_PASS_CERT: 'cert.pem', APPLE_PASS_KEY: 'key.pem' }, 'APPLE_WWDR_CERT'],
    [{ APPLE_PASS_PASSPHRASE: 'open sesame' }, 'APPLE_PASS_KEY'],
    [{ GOOGLE_WALLET_ISSUER_ID: 'shop' }, 'GOOGLE_WALLET_ISSUER_ID'],
    [{ GOOGLE_WALLET_ISSUER_ID: '3388000000012345678' }, 'GOOGLE_WALLET_ACCOUNT'],
    [{ GOOGLE_WALLET_ACCOUNT: 'account.json' }, 'GOOGLE_WALLET_ISSUER_ID'],
    [{ SOFTBANK_SHOPS: '{"default":{"merchant":"1","service":"103","hashKey":"0123456789abcdef"}}' }, 'SOFTBANK_SHOPS'],
    [{ SOFTBANK_SHOPS: '{"default":{"merchant":"30132","service":"103","hashKey":"short"}}' }, 'SOFTBANK_SHOPS'],
    [
      { SOFTBANK_SHOPS: '{"No where":{"merchant":"30132","service":"103","hashKey":"0123456789abcdef"}}' },
      'SOFTBANK_SHOPS',
    ],
  ])('rejects %j and names %s', (environment: Record<string, string>, name) => {
    expect(faults(environment)).toContain(`${name}: `);
  });

  it.each([
    [
      'GMO_SHOPS',
      '{"mori":{"id":"tshop00000000","pass":"geheim"},\n"\\u006dori":{"id":"tshop00000001","pass":"x"}}',
      'mori: stands twice, on lines 1 and 2',
    ],
    ['GMO_SHOPS', '{"prototype":{"id":"tshop00000000","pass":"geheim"}}', 'prototype: no such field (line 1)'],
    ['ALLOWED_SCRIPTS', '{"mori":["GTM-ABC1234"],"mori":[]}', 'mori: stands twice, on line 1'],
    ['CONTRACT_SITES', '{"acct_1":["mori"],"acct_1":["artizon"]}', 'acct_1: stands twice, on line 1'],
    [
      'RECAPTCHA_SECRET',
      '{"mori":"0123456789geheim",\n\n"mori":"0123456789abcdef"}',
      'mori: stands twice, on lines 1 and 3',
    ],
  ])('rejects a name that stands twice in %s, %s', (name, text, problem) => {
    expect(faults({ [name]: text })).toContain(`${name}: ${problem}`);
    expect(faults({ [name]: text })).not.toContain('geheim');
  });

  it('accepts shops by site, and never prints an invalid key', () => {
    const shop = { merchant: '30132', service: '103', hashKey: '0123456789abcdef' };
    const shops = { default: shop, softbank: { ...shop, service: '104' } };
    expect(readEnv({ SOFTBANK_SHOPS: JSON.stringify(shops) }).SOFTBANK_SHOPS).toEqual(shops);
    const wrong = JSON.stringify({ default: { ...shop, hashKey: 'sehr geheim' } });
    expect(faults({ SOFTBANK_SHOPS: wrong })).not.toContain('geheim');
  });

  it('accepts the URL of the mail server, and never prints its password', () => {
    const SMTP_URL = 'smtps://shop:geheim@mail.example:465';
    expect(readEnv({ SMTP_URL, MAIL_FROM: 'tickets@shop.example' }).SMTP_URL).toBe(SMTP_URL);
    expect(faults({ SMTP_URL: 'smtp:/shop:geheim@mail.example' })).not.toContain('geheim');
    expect(faults({ SMTP_URL })).not.toContain('geheim');
  });

  it('accepts one bot check secret for all sites or one by site, and never prints an invalid one', () => {
    const secret = '0123456789abcdef';
    const read = (text: string) => readEnv({ RECAPTCHA_SECRET: text }).RECAPTCHA_SECRET;
    expect(read(secret)).toEqual({ default: secret });
    expect(read(JSON.stringify({ mori: secret }))).toEqual({ mori: secret });
    expect(readEnv({}).RECAPTCHA_MIN_SCORE).toBe(0.5);
    for (const wrong of ['geheim', '{"mori":"geheim"}', '{geheim'])
      expect(faults({ RECAPTCHA_SECRET: wrong })).not.toContain('geheim');
  });
});
