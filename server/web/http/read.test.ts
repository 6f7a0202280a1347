import { expect, it } from 'vitest';
import { parseJson, queryOf } from './read.ts';

it('a query has each name once', () => {
  expect(queryOf({ lang: ['ja'], product_uuid: [''] })).toEqual({ lang: 'ja', product_uuid: '' });
  expect(() => queryOf({ lang: ['ja', 'en'] })).toThrow('invalid_input');
  expect(() => queryOf({ lang: ['ja'], x: ['1', '1'] })).toThrow('invalid_input');
});

it.each([
  ['{"lang":"ja","lang":"ja"}', '#/lang'],
  ['{"customer":[0,{"a/b":1,"a\\u002fb":2}]}', '#/customer/1/a~1b'],
])('a JSON body has each name of an object once: %s', (text, pointer) => {
  expect(() => parseJson(Buffer.from(text))).toThrow(
    expect.objectContaining({ code: 'invalid_input', extra: { errors: [{ pointer, detail: expect.any(String) }] } }),
  );
});
