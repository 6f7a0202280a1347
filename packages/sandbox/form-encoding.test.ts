import { describe, expect, it } from 'vitest';
import { decodeForm } from './form-encoding.ts';
import { createParams } from './params.ts';

const plain = (text: string) => JSON.parse(JSON.stringify(decodeForm(text)));

describe('a form that the shop sends to the sandbox', () => {
  it('reads nested hashes and arrays as the stripe package writes them', () => {
    expect(
      plain('amount=3000&metadata[order_id]=o-1&expand[0]=a&expand[1]=b&card[token]=tok_visa&note=a%26b%3Dc'),
    ).toEqual({
      amount: '3000',
      metadata: { order_id: 'o-1' },
      expand: { 0: 'a', 1: 'b' },
      card: { token: 'tok_visa' },
      note: 'a&b=c',
    });
    expect(plain('list[]=x&list[]=y')).toEqual({ list: { 0: 'x', 1: 'y' } });
    expect(plain('')).toEqual({});
  });

  it('treats dangerous names as ordinary ones', () => {
    const form = decodeForm('__proto__[polluted]=1&constructor=2');
    expect(Object.keys(form)).toEqual(['__proto__', 'constructor']);
    expect({}).not.toHaveProperty('polluted');
  });

  it.each(['a=1&a[b]=2', 'a[b]=1&a=2', '[a]=1', 'a[=1', 'a]b=1', 'a[b][c][d][e][f]=1', '=1'])('refuses %s', (text) => {
    expect(() => decodeForm(text)).toThrow(expect.objectContaining({ status: 400 }));
  });

  it('rejects too many fields', () => {
    expect(() => decodeForm(Array.from({ length: 501 }, (_, i) => `f${i}=1`).join('&'))).toThrow('too many parameters');
  });
});

describe('params', () => {
  const params = (text: string) => createParams(decodeForm(text));

  it('name the invalid parameter', () => {
    const cases: [string, () => unknown, string, string | undefined][] = [
      ['integer', () => params('amount=12.5').integer('amount'), 'amount', 'parameter_invalid_integer'],
      ['flag', () => params('confirm=yes').flag('confirm'), 'confirm', undefined],
      ['missing', () => params('').required('amount'), 'amount', 'parameter_missing'],
      ['empty', () => params('amount=').integer('amount'), 'amount', 'parameter_invalid_empty'],
      ['unknown', () => params('amuont=1').only('amount'), 'amuont', 'parameter_unknown'],
      ['hash', () => params('a[b]=1').text('a'), 'a', undefined],
      ['list', () => params('expand=x').list('expand'), 'expand', undefined],
      ['nested', () => params('card[number]=').group('card').text('number'), 'card[number]', 'parameter_invalid_empty'],
      ['metadata', () => params(`metadata[k]=${'x'.repeat(501)}`).metadata(), 'metadata[k]', undefined],
    ];
    for (const [name, read, param, code] of cases) {
      const error = expect.objectContaining({ param, ...(code ? { code } : {}) });
      expect(read, name).toThrow(expect.objectContaining({ status: 400, error }));
    }
  });
});
