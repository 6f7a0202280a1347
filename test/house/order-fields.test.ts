import { expect, it } from 'vitest';
import type { Database } from '#server/db/types.ts';
import type { Order } from '#src/domain/order.ts';
import { readText } from './source.ts';

/**
 * The code that writes each field of an order into the file that a person gets on request; null where it matters only while seats
 * are held, or repeats another field. Tests of screens and mails see that it is shown and mailed; a new one: CONTRIBUTING.md.
 */
const exported: Record<keyof Order, string | null> = {
  lang: 'language: row.lang',
  price: 'total_yen: row.total',
  status: 'status: row.status',
  seconds_left: null,
  extensions_left: null,
  last_admission: null,
  customer_info: 'customer: row.customer',
  mail_confirmed: null,
  main_product: 'product: pickTexts',
  set_products: '...toContents(row',
  coupon: '...toContents(row',
  payment_method: 'payments: payments',
  completion: 'reservation_number: row.reservation_number',
  translations: null,
};

/** Columns that remain of an erased order: accounts and statistics, without a person. */
type Remaining =
  | ('id' | 'site' | 'lang' | 'status' | 'product_uuid' | 'time_span_id' | 'quantity' | 'total' | 'payment_method')
  | ('hold_until' | 'extensions' | 'created_at' | 'held_since' | 'paid_at' | 'coupon_dropped' | 'invited')
  | ('anonymised_at' | 'records_from' | 'change_of' | 'change_version');
/** The value that anonymise.ts writes into each other column; the compiler reports a new one. */
const erased: Record<Exclude<keyof Database['orders'], Remaining>, string> = {
  token_hash: 'dead',
  customer: 'null',
  reservation_number: 'null',
  asked_by: 'null',
  address_56: 'null',
  address_48: 'null',
  confirmed_mail: 'null',
};

it('set products and the language are sent with the order', () => {
  const text = readText('machines/order/order.actors.ts');
  for (const use of ['lang: content.lang', 'set_products: content.sets']) expect(text).toContain(use);
});

it('every field of an order is in the export of personal data', () => {
  const text = readText('server/operators/retention/export.ts');
  expect(Object.entries(exported).filter(([, use]) => use && !text.includes(use))).toEqual([]);
});

it('every other column of an order than those that remain is erased', () => {
  const text = readText('server/operators/retention/anonymise.ts').split('anonymiseBuyers = ')[1];
  expect(Object.entries(erased).filter(([column, value]) => !text?.includes(`${column}: ${value}`))).toEqual([]);
});
