// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { botToken } from './bot-check.ts';
import { scriptLimit } from './load-script.ts';

const blocked = { note: { code: 'bot_check_blocked', unknown: true } };
let asked: string[] = [];
let answer: 'load' | 'error' | null = 'load';
let sandbox = 0;
/** A new script URL per test, because a URL is loaded only once. */
const script = () => ({ recaptcha: 'the key', sandboxUrl: `https://sandbox-${sandbox}.example` });

const google = (execute: (key: string, about: object) => Promise<string | null>) => ({
  ready: (work: () => void) => work(),
  execute: vi.fn(execute),
});

beforeEach(() => {
  asked = [];
  answer = 'load';
  sandbox += 1;
  // The test acts as the browser: nothing is fetched.
  vi.spyOn(document.head, 'append').mockImplementation((tag) => {
    if (!(tag instanceof HTMLScriptElement)) return;
    asked.push(tag.src);
    if (answer) queueMicrotask(() => tag.dispatchEvent(new Event(answer ?? '')));
  });
});
afterEach(() => {
  delete window.grecaptcha;
  vi.restoreAllMocks();
});

describe('the token of the bot check', () => {
  it('is made for an order by the script of the site’s key, anew each time, the script loaded once', async () => {
    let made = 0;
    window.grecaptcha = google(async () => `token-${++made}`);
    expect([await botToken(script()), await botToken(script())]).toEqual(['token-1', 'token-2']);
    expect(asked).toEqual([`https://sandbox-${sandbox}.example/recaptcha/api.js?render=the%20key`]);
    expect(window.grecaptcha.execute).toHaveBeenCalledWith('the key', { action: 'order' });
  });

  it('comes from the host that is reached everywhere where there is no sandbox', async () => {
    window.grecaptcha = google(async () => 'token');
    await botToken({ recaptcha: 'live', sandboxUrl: '' });
    expect(asked).toEqual(['https://www.recaptcha.net/recaptcha/api.js?render=live']);
  });

  it.each([
    ['the script is blocked', 'error' as const, undefined],
    ['the script brings nothing', 'load' as const, undefined],
    ['the script refuses', 'load' as const, google(() => Promise.reject(new Error('Invalid site key')))],
    ['the script makes nothing', 'load' as const, google(async () => null)],
  ])('is a failure to mend when %s', async (_, comes, brought) => {
    answer = comes;
    if (brought) window.grecaptcha = brought;
    await expect(botToken(script())).rejects.toMatchObject(blocked);
  });

  it('is given up after thirty seconds', async () => {
    window.grecaptcha = { ...google(async () => 'token'), ready: () => undefined };
    const late: (() => void)[] = [];
    const made = botToken(script(), (work, ms) => {
      if (ms === scriptLimit) late.push(work);
      return () => undefined;
    });
    for (const work of late) work();
    await expect(made).rejects.toMatchObject(blocked);
  });

  it('may be tried again after a failure', async () => {
    answer = 'error';
    await expect(botToken(script())).rejects.toMatchObject(blocked);
    answer = 'load';
    window.grecaptcha = google(async () => 'token');
    expect(await botToken(script())).toBe('token');
    expect(asked).toHaveLength(2);
  });
});
