import { describe, expect, it } from 'vitest';
import { hygieneFaults } from './hygiene.ts';
import { isTest, parse, sourcesIn } from './source.ts';

const faultsOf = (text: string) => hygieneFaults(parse('src/ui/x.test.ts', text));
const good = "it('a', () => { expect(1).toBe(1); });";

describe('tests', () => {
  it('assert something, are not skipped and do not sleep', () => {
    const tests = sourcesIn(['machines', 'packages', 'src', 'server', 'test']).filter(({ path }) => isTest(path));
    expect(tests.flatMap(hygieneFaults)).toEqual([]);
  });

  it.each([
    "it('a', () => { render(); });",
    "it.each([1])('a', async () => { await run(); });",
    `${good} it.skip('b', () => { expect(1).toBe(1); });`,
    `${good} describe.only('b', () => {});`,
    `${good} it.todo('b');`,
    `${good} xit('b', () => {});`,
    `${good} const sleep = () => new Promise((go) => setTimeout(go, 50));`,
    `${good} const sleep = (page) => page.waitForTimeout(50);`,
    `${good} import { setTimeout as sleep } from 'node:timers/promises';`,
    `describe('b', { retry: 1 }, () => { ${good} });`,
    `describe('b', { timeout: 9_000 }, () => { ${good} });`,
    "it('a', () => { expect(1).toBe(1); }, 9_000);",
    `${good} beforeAll(() => begin(), 9_000);`,
    'const nothing = 1;',
  ])('the rule rejects %s', (text) => {
    expect(faultsOf(text)).toHaveLength(1);
  });
});
