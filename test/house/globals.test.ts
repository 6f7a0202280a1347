import { describe, expect, it } from 'vitest';
import { globalFaults } from './globals.ts';
import { parse, sourcesIn } from './source.ts';

const faultsOf = (path: string, text: string) => globalFaults(parse(path, text));

/** docs/architecture.md#page-globals */
describe('only mirrors and the device room access the address, the storage and the data layer', () => {
  it('holds in every file of src and machines', () => {
    expect(sourcesIn(['machines', 'src']).flatMap(globalFaults)).toEqual([]);
  });

  it.each([
    ['machines/app/app.logic.ts', 'const a = () => document.title;'],
    ['machines/app/app.logic.ts', 'const a = () => globalThis.window;'],
    ['src/screens/order/x.tsx', "const a = () => { location.hash = '#/'; };"],
    ['src/screens/order/x.tsx', 'const a = () => window.history.back();'],
    ['src/forms/x.ts', 'const { length } = sessionStorage;'],
    ['src/app/x.ts', 'globalThis.dataLayer = [];'],
    ['src/api/call.ts', 'const a = () => location.pathname;'],
  ])('rejects in %s: %s', (path, text) => {
    expect(faultsOf(path, text)).toHaveLength(1);
  });
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
it('no field has a length of its own', () => {
  const limited = sourcesIn(['src']).filter(({ path, text }) => /\.tsx$/.test(path) && /\bmaxLength[={]/.test(text));
  expect(limited.map(({ path }) => path)).toEqual([]);
});
