import { forFile, startShop } from 'ticket-store/test/api/kit/shop.ts';
import { randomly } from 'ticket-store/test/tools/sample.ts';
import { describe, expect, it } from 'vitest';
import { prepare } from '../../conformance/prepared.ts';
import { examine } from '../../conformance/run.ts';
import { sections } from '../../conformance/sections.ts';
import { lineOf } from '../../conformance/table.ts';

const shop = await forFile(startShop());

/** Orders that hold seats. */
const open = () => shop.db.selectFrom('orders').select('id').where('status', '=', 'open').orderBy('id').execute();

const prepared = await prepare(shop);
const before = await open();
const { seed, numRuns } = randomly('malformed requests of the conformance suite', 2_000, 100);
const options = { ...prepared, malformed: { count: numRuns, seed } };
const rows = new Map((await examine(shop.url, options)).map((row) => [row.id, row]));

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
