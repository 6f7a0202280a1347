import { describe, expect, it, onTestFinished } from 'vitest';
import type { SiteCode, SiteSettings } from '#src/domain/site.ts';
import { settingsOf } from '#src/sites/sites.ts';
import { openBotCheck } from './bot-check.ts';
import { readEnv } from './env.ts';
import type { Log } from './http/log.ts';
import { openSandbox } from './sandbox/fixture.ts';

const secret = 'a_secret_of_the_venue_0000';
const live = { APP_ENV: 'production', PUBLIC_URL: 'https://shop.example', STRIPE_SECRET_KEY: 'sk_live_0' };
const contract = { ...live, STRIPE_WEBHOOK_SECRET: 'whsec_0' };

/** The sites as they are, the keys of one of them also for production. */
const withKey = async (code: SiteCode): Promise<SiteSettings> => {
  const site = await settingsOf(code);
  const { development, staging, production } = site.paymentKeys;
  return { ...site, paymentKeys: { development, staging, production: { ...production, recaptcha: 'a_key' } } };
};

const logged = () => {
  const lines: string[] = [];
  const log: Log = (level, event, facts = {}) => lines.push(`${level} ${event} ${facts.sites ?? facts.message ?? ''}`);
  return { lines, log };
};

describe('the bot check', () => {
  it('is on where a site asks for it and has a key, in a demo by the sandbox', async () => {
    const { lines, log } = logged();
    const check = await openBotCheck(readEnv({}), 'http://127.0.0.1:1', log);
    expect([await check.isOn('mori'), await check.isOn('borderless')]).toEqual([true, false]);
    const production = await openBotCheck(readEnv(contract), null, log);
    expect(await production.isOn('mori'), 'no key stands in its file').toBe(false);
    expect(lines).toEqual([]);
  });

  it('is off without a secret, which the log says; in production nothing starts like that', async () => {
    const { lines, log } = logged();
    const env = { ...contract, APP_ENV: 'staging' };
    expect(await (await openBotCheck(readEnv(env), null, log)).isOn('mori')).toBe(false);
    expect(lines).toEqual(['warn bot_check_is_off mori']);
    await expect(openBotCheck(readEnv(contract), null, log, withKey)).rejects.toThrow('RECAPTCHA_SECRET');
    const others = readEnv({ ...contract, RECAPTCHA_SECRET: JSON.stringify({ artizon: secret }) });
    await expect(openBotCheck(others, null, log, withKey)).rejects.toThrow('mori');
    const own = readEnv({ ...contract, RECAPTCHA_SECRET: JSON.stringify({ mori: secret }) });
    expect(await (await openBotCheck(own, null, log, withKey)).isOn('mori')).toBe(true);
  });

  it('stops no sale while its secret is wrong, and the log says so', async () => {
    const { lines, log } = logged();
    const { url: RECAPTCHA_BASE_URL } = await openSandbox({}, onTestFinished);
    const env = readEnv({ RECAPTCHA_BASE_URL, RECAPTCHA_SECRET: secret });
    const check = await openBotCheck(env, RECAPTCHA_BASE_URL, log);
    await check.pass('mori', 'https://shop.example/mori', 'x'.repeat(86));
    expect(lines).toEqual(['error bot_check_without_verdict invalid-input-secret']);
  });
});
