import { expect, it } from 'vitest';
import { settingsOf } from '#test/tools/example-sites.ts';
import { settingsForShared } from './scripts.ts';

const fp = 'https://cdn.example/v/fp.js';
const rule = { allowedScripts: { mori: ['GTM-AAAA', fp] }, env: 'production' } as const;

it.each([
  ['https://CDN.example:443/v/../v/fp.js', fp],
  ['https://cdn.example/v/fp.js?a=1', null],
  ['https://cdn.example/v/fp.js#a', null],
  ['https://cdn.example/v/FP.js', null],
  ['https://cdn.example/v/fp.js/x', null],
  ['https://cdn.example/v/', null],
  ['https://cdn.example/v/%66p.js', null],
  ['https://cdn.example:8443/v/fp.js', null],
  ['https://cdn.example.evil.example/v/fp.js', null],
  ['https://cdn.example@evil.example/v/fp.js', null],
  ['https://evil.example/https://cdn.example/v/fp.js', null],
  ['https://www.googletagmanager.com/gtm.js?id=GTM-AAAA', null],
])('the script %s of a site is %s where another address is allowed', (production, loaded) => {
  const url = { development: '', staging: '', production };
  const fingerprint = { url, callback: 'on_value', globals: {} };
  const page = settingsForShared(rule, { ...settingsOf('mori'), fingerprint });
  expect(page.fingerprint && new URL(page.fingerprint.url.production).href).toBe(loaded);
});
