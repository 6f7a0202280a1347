import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomly } from '#test/tools/sample.ts';
import { inputs } from '../kit/inputs.ts';
import { type Shop, startShop } from '../kit/shop.ts';
import { prepare } from './prepared.ts';
import { examine, type RequirementResult } from './run.ts';
import { sections } from './sections.ts';
import { lineOf } from './table.ts';

let shop: Shop;
let rows: Map<string, RequirementResult>;
let before: { id: string }[];

/** Orders that hold seats. */
const open = () => shop.db.selectFrom('orders').select('id').where('status', '=', 'open').orderBy('id').execute();

beforeAll(async () => {
  shop = await startShop();
  const prepared = await prepare(shop);
  const links = {
    ...prepared.links,
    mail: (await inputs.getOrderMail(shop)).params.token,
    magazine: (await inputs.getMailMagazine(shop)).params.id,
    return: (await inputs.getReturn(shop)).params.r,
  };
  before = await open();
  const { seed, numRuns } = randomly('malformed requests of the conformance suite', 2_000, 100);
  const options = { ...prepared, links, malformed: { count: numRuns, seed } };
  rows = new Map((await examine(shop.url, options, sections)).map((row) => [row.id, row]));
});
afterAll(() => shop.close());

describe.each(sections)('$title', ({ requirements }) => {
  it.each(requirements)('$description', ({ id }) => {
    const row = rows.get(id);
    expect(row && lineOf(row)).toBe(`holds     ${row?.description}`);
  });
});

describe('afterwards', () => {
  it('no hold remains, and no server error occurred', async () => {
    expect(before).toEqual(expect.arrayContaining(await open()));
    expect(shop.logged.filter(({ level }) => level === 'error')).toEqual([]);
  });
});
