import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { orderColumns, orderFields, unusedFields } from './order-fields.ts';
import { root } from './source.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

describe('fields of an order', () => {
  it('are used on the screen, in the mail and in the export that their rows name', () => {
    expect(unusedFields(orderFields, read)).toEqual([]);
  });

  it('are erased in the place that their column names', () => {
    const erased = Object.entries(orderColumns).map(([column, use]) => [column, { erased: use }] as const);
    expect(unusedFields(Object.fromEntries(erased), read)).toEqual([]);
  });

  it('are reported where a file lacks them', () => {
    const table = { price: { screen: ['a.tsx', 'order.price'], mail: 'not in mails' } } as const;
    expect(unusedFields(table, () => 'price(order.price)')).toEqual([]);
    expect(unusedFields(table, () => '')).toEqual(['price, screen: a.tsx has no order.price']);
  });
});
