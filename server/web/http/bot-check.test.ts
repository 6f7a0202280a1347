import { openSandbox } from '@ticket-store/sandbox/fixture.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Log } from '#server/core/log.ts';
import { readSettings } from '#server/env.ts';
import { sandboxKeys } from '#src/domain/site-settings.ts';
import { exampleSites } from '#test/tools/example-sites.ts';
import { openBotCheck } from './bot-check.ts';

const secret = 'a_secret_of_the_venue_0000';
const live = { APP_ENV: 'production', PUBLIC_URL: 'https://shop.example', STRIPE_SECRET_KEY: 'sk_live_0' };
const withWebhook = { ...live, STRIPE_WEBHOOK_SECRET: 'whsec_0' };

const sites = exampleSites();
const readEnv = (environment: Record<string, string>) => readSettings(environment).env;

const logged = () => {
  const lines: string[] = [];
  const log: Log = (level, event, facts = {}) => lines.push(`${level} ${event} ${facts.sites ?? facts.message ?? ''}`);
  return { lines, log };
};

describe('the bot check', () => {
  it('is on for sites that require it and have a key; in a demo the sandbox provides it', async () => {
    const { lines, log } = logged();
    const check = openBotCheck(readEnv({}), 'http://127.0.0.1:1', log, sites);
    expect([check.isOn('mori'), check.isOn('borderless')]).toEqual([true, false]);
    const noKey = { ...sandboxKeys, recaptcha: '' };
    const keys = { development: noKey, staging: noKey, production: noKey };
    const keyless = exampleSites(['mori'], { mori: { settings: { paymentKeys: keys } } });
    const production = openBotCheck(readEnv(withWebhook), null, log, keyless);
    expect(production.isOn('mori'), 'its settings have no key').toBe(false);
    expect(lines).toEqual([]);
  });

  it('is off in development without a secret, and logs a warning', async () => {
    const { lines, log } = logged();
    const env = readEnv({ ...withWebhook, APP_ENV: 'development' });
    expect(openBotCheck(env, null, log, sites).isOn('mori')).toBe(false);
    expect(lines).toEqual(['warn bot_check_is_off mori']);
    const own = readEnv({ ...withWebhook, APP_ENV: 'development', RECAPTCHA_SECRET: JSON.stringify({ mori: secret }) });
    expect(openBotCheck(own, null, log, sites).isOn('mori')).toBe(true);
  });

  it('lets visitors pass while its secret is wrong, and logs an error', async () => {
    const { lines, log } = logged();
    const { url: RECAPTCHA_BASE_URL } = await openSandbox({}, onTestFinished);
    const env = readEnv({ RECAPTCHA_BASE_URL, RECAPTCHA_SECRET: secret });
    const check = openBotCheck(env, RECAPTCHA_BASE_URL, log, sites);
    await check.pass('mori', 'https://shop.example/mori', 'x'.repeat(86));
    expect(lines).toEqual(['error bot_check_without_verdict invalid-input-secret']);
  });
});
