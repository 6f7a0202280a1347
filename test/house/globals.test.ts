import { expect, it } from 'vitest';
import { isTest, sourcesIn } from './source.ts';

/** biome.json denies these names alone to src and machines (docs/architecture.md#page-globals). */
const throughWindow =
  /\b(?:window|globalThis|self|document)\.(?:location|history|sessionStorage|localStorage|dataLayer)\b/;

it('only mirrors and the device room reach the address, the storage and the data layer through the window', () => {
  const files = sourcesIn(['src']).filter(({ path }) => !/^src\/(?:device|mirrors)\//.test(path) && !isTest(path));
  expect(files.filter(({ text }) => throughWindow.test(text)).map(({ path }) => path)).toEqual([]);
  for (const text of ['window.history.back()', 'globalThis.dataLayer = []']) expect(text).toMatch(throughWindow);
});

/** Its entries read and check all settings together (server/env.ts); an installation and a child process hand variables on. */
it('the environment is read where a process of the server begins', () => {
  const entries = ['db.ts', 'main.ts', 'ops.ts'];
  const passing = ['core/install.mjs', 'sandbox-process.ts'];
  /* Switches of the whole process: nothing in the shop can set them. */
  const switches = ['shared/failpoints.ts'];
  const found = sourcesIn(['server']).filter(
    ({ path, text }) =>
      !/\.test\.ts$|^server\/sandbox\//.test(path) && /\bprocess\.env\b|\{ env \} = process/.test(text),
  );
  const allowed = [...entries, ...passing, ...switches].map((path) => `server/${path}`);
  expect(found.map(({ path }) => path).filter((path) => !allowed.includes(path))).toEqual([]);
  expect(found.map(({ path }) => path)).toContain('server/main.ts');
});

/** `maxlength` counts UTF-16 code units, and cuts what is pasted without a word (docs/product.md#validation-rules). */
it('no field sets a length beside the shared limits', () => {
  const limited = sourcesIn(['src']).filter(({ path, text }) => /\.tsx$/.test(path) && /\bmaxLength[={]/.test(text));
  expect(limited.map(({ path }) => path)).toEqual([]);
});
