import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Order } from '#src/domain/order.ts';
import { root } from './source.ts';

/**
 * What writes each field of an order into the file that a person gets on request; null where it means something only while seats
 * are held. Tests of screens, mails and retention see that it is shown, mailed and erased; a new one: README.md "How to add".
 */
const exported: Record<keyof Order, string | null> = {
  lang: 'language: row.lang',
  price: 'total_yen: row.total',
  status: 'status: row.status',
  seconds_left: null,
  extensions_left: null,
  customer_info: 'customer: row.customer',
  main_product: 'product: pickTexts',
  set_products: '...toContents(row',
  coupon: '...toContents(row',
  payment_method: 'payments: payments',
  completion: 'reservation_number: row.reservation_number',
};

it('every field of an order is in the export of personal data', () => {
  const text = readFileSync(join(root, 'server/retention/export.ts'), 'utf8');
  expect(Object.entries(exported).filter(([, use]) => use && !text.includes(use))).toEqual([]);
});
