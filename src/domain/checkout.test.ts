import * as v from 'valibot';
import { expect, it } from 'vitest';
import { CheckoutReplySchema } from './checkout.ts';

it('redirects to addresses of pages only', () => {
  const accepts = (url: string) =>
    v.is(CheckoutReplySchema, { status: 'redirect', url, method: 'GET', fields: { token: 't' } });
  expect(['https://pay.example/form?id=1', 'http://127.0.0.1:4174/pay'].filter((url) => !accepts(url))).toEqual([]);
  const others = [
    'javascript:alert(1)',
    'JavaScript://pay.example/%0aalert(1)',
    'data:text/html,x',
    '//pay.example',
    '',
  ];
  expect(others.filter(accepts)).toEqual([]);
});
