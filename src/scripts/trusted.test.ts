// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { workerPath } from '#src/domain/ticket-storage.ts';

type Rules = Parameters<NonNullable<Window['trustedTypes']>['createPolicy']>[1];

let made: Record<string, Rules> = {};
beforeEach(() => {
  made = {};
  vi.resetModules();
  window.trustedTypes = {
    createPolicy: (name, rules) => {
      made[name] = rules;
      return rules;
    },
  };
});
afterEach(() => {
  delete window.trustedTypes;
  delete document.documentElement.dataset.scripts;
});

const listed = (...sources: string[]) => {
  document.documentElement.dataset.scripts = sources.join(' ');
};

describe('the URL of a script', () => {
  it.each([
    ['https://js.stripe.com', 'https://js.stripe.com/endive/stripe.js'],
    ['https://*.js.stripe.com', 'https://a.js.stripe.com/b.js'],
    ['https://www.gstatic.com/recaptcha/', 'https://www.gstatic.com/recaptcha/releases/a.js'],
    ['http://localhost:4174', 'http://localhost:4174/sandbox/stripe.js'],
  ])('listed as %s is allowed', async (source, url) => {
    listed('https://other.example', source);
    const { scriptUrl } = await import('./trusted.ts');
    expect(scriptUrl(url)).toBe(url);
    expect(Object.keys(made)).toEqual(['shop']);
  });

  it.each([
    ['https://js.stripe.com', 'http://js.stripe.com/a.js'],
    ['https://js.stripe.com', 'https://js.stripe.com.evil.example/a.js'],
    ['https://*.js.stripe.com', 'https://js.stripe.com/a.js'],
    ['https://*.js.stripe.com', 'https://evil-js.stripe.com/a.js'],
    ['https://www.gstatic.com/recaptcha/', 'https://www.gstatic.com/recaptcha/../evil/a.js'],
    ['', 'https://js.stripe.com/a.js'],
    ['https://js.stripe.com', 'data:text/javascript,alert(1)'],
    ['https://js.stripe.com', '/assets/entry.js'],
  ])('where only %j is listed, %s is not allowed', async (source, url) => {
    listed(source);
    const { scriptUrl } = await import('./trusted.ts');
    expect(() => scriptUrl(url)).toThrow(TypeError);
  });

  it('of our worker is always allowed; every URL is if the page has no list', async () => {
    listed('');
    const { scriptUrl } = await import('./trusted.ts');
    expect(scriptUrl(workerPath)).toBe(workerPath);
    delete document.documentElement.dataset.scripts;
    expect(scriptUrl('https://any.example/a.js')).toBe('https://any.example/a.js');
  });

  it('is checked in browsers without Trusted Types too', async () => {
    delete window.trustedTypes;
    listed('https://js.stripe.com');
    const { installDefaultPolicy, scriptUrl } = await import('./trusted.ts');
    installDefaultPolicy();
    expect(scriptUrl('https://js.stripe.com/a.js')).toBe('https://js.stripe.com/a.js');
    expect(() => scriptUrl('https://evil.example/a.js')).toThrow(TypeError);
  });
});

it('a vendor’s script may insert HTML and listed scripts, but not run script text', async () => {
  listed('https://js.stripe.com');
  const { installDefaultPolicy } = await import('./trusted.ts');
  installDefaultPolicy();
  installDefaultPolicy();
  expect(made.default?.createHTML?.('<b>')).toBe('<b>');
  expect(made.default?.createScriptURL('https://js.stripe.com/a.js')).toBe('https://js.stripe.com/a.js');
  expect(() => made.default?.createScriptURL('https://evil.example/a.js')).toThrow(TypeError);
  expect(Object.keys(made.default ?? {})).toEqual(['createHTML', 'createScriptURL']);
});
