import { expect, it } from 'vitest';
import { queryOf } from './read.ts';

it('a query has each name once', () => {
  const queries = (text: string) =>
    Object.fromEntries(
      [...new URLSearchParams(text).keys()].map((name) => [name, new URLSearchParams(text).getAll(name)]),
    );
  expect(queryOf(queries('lang=ja&product_uuid='))).toEqual({ lang: 'ja', product_uuid: '' });
  expect(() => queryOf(queries('lang=ja&lang=en'))).toThrow('invalid_input');
  expect(() => queryOf(queries('lang=ja&x=1&x=1'))).toThrow('invalid_input');
});
