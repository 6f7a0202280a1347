import { describe, expect, it } from 'vitest';
import { arrowsBetween, bars, kindOf, tableOf, toolsIn } from './bars.ts';

/** `node test/house/bars.ts` prints the table. */
describe('bars', () => {
  it('are held: nothing is above what it may have', () => {
    const rows = bars();
    expect(
      rows.filter(({ value, most }) => value > most),
      tableOf(rows),
    ).toEqual([]);
    expect(rows.filter(({ value }) => value === 0).map(({ what }) => what)).toEqual([
      'arrows upward',
      'circles of files',
    ]);
  });

  it.each([
    ['packages/sandbox/ledger.test.ts', 'sandbox'],
    ['test/api/kit/shop.ts', 'tests'],
    ['packages/load-tools/test/kit.ts', 'tools'],
    ['test/tools/bench.ts', 'tools'],
    ['packages/load-tools/bench.ts', 'tools'],
    ['server/catalogue/demo/seed.ts', 'demo'],
    ['server/serve.ts', 'shop'],
  ])('count %s as %s', (path, kind) => {
    expect(kindOf(path)).toBe(kind);
  });

  it('count two rooms once, however many of their files import each other', () => {
    const arrows = [
      ['server/web/pages/page.ts', 'server/orders/methods.ts'],
      ['server/web/routes/orders.ts', 'server/orders/orders.ts'],
      ['server/web/routes/orders.ts', 'server/web/http/route.ts'],
    ] as const;
    expect(arrowsBetween(arrows)).toEqual(['server/web → server/orders']);
  });

  it('count each tool, and show what is above', () => {
    expect(toolsIn("\nconst tools = {\n  types: ['a', 'b'],\n  'new-site': [\n    'c',\n  ],\n};\n")).toBe(2);
    expect(tableOf([{ what: 'tools', value: 3, most: 2, goal: 1 }])).toMatch(/^tools +3 +at most 2 +goal 1 +ABOVE$/);
  });
});
