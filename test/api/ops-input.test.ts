import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operationNames, operations } from '#server/ops/operations.ts';
import { forFile } from './kit/for-file.ts';
import { buyTicket } from './kit/holder.ts';
import { samples } from './kit/operator.ts';
import { type Ops, openOps } from './kit/ops.ts';
import { startShop } from './kit/shop.ts';
import { newSlot } from './kit/slot.ts';

const site = 'borderless';
const shop = await forFile(startShop());
let ops: Ops;
let right: Record<string, object>;
beforeAll(async () => {
  ops = await openOps(shop);
  const slot = await newSlot(shop);
  right = samples((await buyTicket(shop, slot, 1)).number, slot);
});
afterAll(() => ops.close());

/** Words that only the schema library, the database, the engine or the texts of the visitors' forms use. */
const raw =
  /Invalid (?:type|key|value|length|format)|Expected|received|undefined|_validate_|violates|syntax|RangeError/;

const odd: readonly unknown[] = [
  ...[7, -1, 1.5, 1e9, true, null, [], {}, ['x'], [{ id: 'x' }]],
  ...[
    '',
    ' ',
    'heute',
    'a@',
    '2026-02-30',
    '0000-01-01',
    '9999-12-31',
    '２０２６',
    'x'.repeat(300),
    '\u0000',
    '\ud800',
  ],
];

describe('whatever is sent to an operation', () => {
  it.each(operationNames)('%s is done or refused in plain words', async (name) => {
    const { input, site: needs, dryRun, writes } = operations[name];
    const base = { ...right[name], ...(needs === 'needed' ? { site } : {}) };
    const dry = dryRun || !writes ? { dry_run: true } : {};
    for (const field of ['site', 'dry_run', ...Object.keys(input.entries)])
      for (const value of odd) {
        const { status, said, refused } = await ops.run(name, { ...base, ...dry, [field]: value });
        const seen = [name, field, value, refused, said.en];
        expect([200, 400, 404, 409, 429], JSON.stringify(seen)).toContain(status);
        if (refused === 'invalid_input') expect(said.en, JSON.stringify(seen)).not.toMatch(raw);
      }
    expect(shop.logged.splice(0).filter(({ level }) => level === 'error')).toEqual([]);
  });

  it.each([
    ['today', { day: 'heute' }, 'day: must be a day such as 2026-12-01; it is "heute"'],
    ['today', { day: '2026-02-30' }, 'day: must be a day that exists, such as 2026-12-01'],
    ['find', { text: 'a' }, 'text: must have 2 characters or more; it is 1'],
    ['capacity', { site, slot: 'x', seats: '12' }, 'seats: must be a number; it is "12"'],
    ['token-create', { site, name: 'x', scope: 'all' }, 'scope: must be one of gate, read, full; it is "all"'],
    ['invite', { site, mail: 'x', slot: 'y' }, 'mail: must be an address like name@example.com'],
  ])('%s says what is allowed', async (name, sent, text) => {
    expect((await ops.run(name, sent)).said.en).toBe(`Something sent is not valid. ${text}`);
  });
});
