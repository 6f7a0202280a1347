// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { requestedScripts } from '#test/screens/requested-scripts.ts';
import { botToken } from './bot-check.ts';

const blocked = { details: { code: 'bot_check_blocked', unknown: true } };
let sandbox = 0;
/** A new script URL per test, because a URL is loaded only once. */
const script = () => ({ recaptcha: 'the key', sandboxUrl: `https://sandbox-${sandbox}.example` });

const google = (execute: (key: string, about: object) => Promise<string | null>) => ({
  ready: (work: () => void) => work(),
  execute: vi.fn(execute),
});

beforeEach(() => {
  sandbox += 1;
});
afterEach(() => {
  delete window.grecaptcha;
  vi.restoreAllMocks();
});

describe('the bot-check token', () => {
  it('is created for each order with the site’s key, and the script is loaded once', async () => {
    const scripts = requestedScripts('load');
    let made = 0;
    window.grecaptcha = google(async () => `token-${++made}`);
    expect([await botToken(script()), await botToken(script())]).toEqual(['token-1', 'token-2']);
    expect(scripts.map(({ src }) => src)).toEqual([
      `https://sandbox-${sandbox}.example/recaptcha/api.js?render=the%20key`,
    ]);
    expect(window.grecaptcha.execute).toHaveBeenCalledWith('the key', { action: 'order' });
  });

  it.each([
    ['the script is blocked', 'error' as const, undefined],
    ['the script does not define grecaptcha', 'load' as const, undefined],
    ['the script rejects the key', 'load' as const, google(() => Promise.reject(new Error('Invalid site key')))],
    ['the script returns no token', 'load' as const, google(async () => null)],
  ])('fails with bot_check_blocked when %s', async (_, event, grecaptcha) => {
    requestedScripts(event);
    if (grecaptcha) window.grecaptcha = grecaptcha;
    await expect(botToken(script())).rejects.toMatchObject(blocked);
  });
});
