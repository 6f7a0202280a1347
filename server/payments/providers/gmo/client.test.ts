import { describe, expect, it } from 'vitest';
import { openGmo } from './card.fixture.ts';
import { createGmoClient, readLine } from './client.ts';
import { attemptIdOf, orderIdOf } from './order.ts';
import { gmoReasonOf, isMissing, isOpen, isUsed } from './reasons.ts';

it.each([
  ['AccessID=a1&AccessPass=p1', { AccessID: 'a1', AccessPass: 'p1' }],
  ['CheckString=abc==&Approve=\r\n', { CheckString: 'abc==', Approve: '' }],
  [
    'ACS=2&RedirectUrl=https://bank.example/a?trans=x&t=1&Ref=2',
    { ACS: '2', RedirectUrl: 'https://bank.example/a?trans=x&t=1&Ref=2' },
  ],
  [
    'Tds2TransResult=C&ChallengeUrl=https://bank.example/c?a=1&b=2',
    { Tds2TransResult: 'C', ChallengeUrl: 'https://bank.example/c?a=1&b=2' },
  ],
  [
    'AccessID=a&Token=t&StartURL=https://pay.example/s?k=1&StartLimitDate=20261121',
    { AccessID: 'a', Token: 't', StartURL: 'https://pay.example/s?k=1', StartLimitDate: '20261121' },
  ],
  ['<html>busy</html>', {}],
  ['', {}],
])('a response %s', (line, fields) => {
  expect(readLine(line)).toEqual(fields);
});

describe('a call', () => {
  it('sends a form that begins with the shop’s id and password', async () => {
    const provider = await openGmo(['AccessID=a&AccessPass=p']);
    const client = createGmoClient(provider.options);
    const answer = await client.callAs({ data: null }, 'artizon', 'EntryTran', { OrderID: 'o', Amount: '100' });
    expect(answer).toEqual({ kind: 'ok', fields: { AccessID: 'a', AccessPass: 'p' } });
    expect(provider.calls).toEqual([
      {
        name: 'EntryTran',
        type: 'application/x-www-form-urlencoded;charset=UTF-8',
        body: 'ShopID=tshop00000014&ShopPass=other&OrderID=o&Amount=100',
      },
    ]);
    await client.callAs({ data: null }, 'mori', 'SearchTrade', {});
    expect(provider.calls[1]?.body).toBe('ShopID=tshop00000001&ShopPass=secret');
  });

  it('is made with the shop that the attempt was begun with, whatever shop its site has now', async () => {
    const provider = await openGmo(['AccessID=a&AccessPass=p']);
    const client = createGmoClient(provider.options);
    expect([client.contractFor('artizon'), client.contractFor('mori')]).toEqual([
      { contract: 'tshop00000014' },
      { contract: 'tshop00000001' },
    ]);
    await client.callAs({ data: { contract: 'default' } }, 'artizon', 'SearchTrade', {});
    expect(provider.calls[0]?.body).toBe('ShopID=tshop00000001&ShopPass=secret');
    const answer = await client.callAs({ data: { contract: 'tshop99999999' } }, 'artizon', 'SearchTrade', {});
    expect([answer, provider.calls.length]).toEqual([{ kind: 'error', infos: ['no_shop'] }, 1]);
  });

  it('returns GMO’s error list, and logs codes only', async () => {
    const provider = await openGmo(['ErrCode=E01|G12&ErrInfo=E01040010|42G120000']);
    const client = createGmoClient(provider.options);
    const answer = await client.callAs({ data: null }, 'mori', 'ExecTran', { AccessPass: 'hidden' });
    expect(answer).toEqual({ kind: 'error', infos: ['E01040010', '42G120000'] });
    expect(provider.logged).toEqual([['warn', 'gmo_failed', { call: 'ExecTran', code: 'E01040010 42G120000' }]]);
  });

  it.each(['', '<html>', '503'])('returns silence for an invalid response (%s)', async (line) => {
    const provider = await openGmo([line]);
    expect(await createGmoClient(provider.options).call('ExecTran', {})).toEqual({ kind: 'silence' });
  });

  it('returns silence after a timeout and when the provider is unreachable', async () => {
    const provider = await openGmo([null]);
    const late = createGmoClient({ ...provider.options, timeout: 50 });
    expect(await late.call('ExecTran', {})).toEqual({ kind: 'silence' });
    const unreachable = createGmoClient({ ...provider.options, baseUrl: 'http://127.0.0.1:9/payment' });
    expect(await unreachable.call('ExecTran', {})).toEqual({ kind: 'silence' });
  });

  it('is never sent for a site without a shop', async () => {
    const provider = await openGmo([]);
    const client = createGmoClient({ ...provider.options, shops: {} });
    expect(await client.callAs({ data: null }, 'mori', 'EntryTran', {})).toEqual({ kind: 'error', infos: ['no_shop'] });
    expect(provider.calls).toEqual([]);
  });
});

describe('an OrderID', () => {
  it.each([
    '4a1d2a66-0000-8000-8000-000000000001',
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
  ])('of %s is short, deterministic and reversible', (id) => {
    expect(orderIdOf({ id })).toMatch(/^[A-Za-z0-9-]{1,27}$/);
    expect(attemptIdOf(orderIdOf({ id }))).toBe(id);
  });

  it.each(['', 'x', 'z'.repeat(25), 'A'.repeat(25)])('that is not ours (%s) is rejected', (orderId) => {
    expect(attemptIdOf(orderId)).toBeNull();
  });
});

describe('an error', () => {
  it.each([
    ['wrong_input', 'E01170011 E01180006 E01460008 E01480008 42G420000 42G440000 42G450000 42G650000 42G830000'],
    ['try_later', 'E01030002 E01040010 42C010000 E90010001 E91099999 E92000001 E61546010 M01002001'],
    // the two spaces have no code between them
    ['refused', 'E11010099 42G120000 42G300000 42G610000 42G950000  X99'],
    ['authentication', 'E21010201 E21020002'],
    ['funds_or_limit', '42G020000 42G040000 42G030000 42G050000 42G550000'],
  ])('is %s: %s', (reason, codes) => {
    for (const info of codes.split(' ')) expect([info, gmoReasonOf([info])]).toEqual([info, reason]);
  });

  it('is classified by the first code of a list, and some leave the outcome open', () => {
    expect(gmoReasonOf(['42G020000', 'E01040010'])).toBe('funds_or_limit');
    expect(isUsed(['E01040010'])).toBe(true);
    expect(isMissing(['E01110002'])).toBe(true);
    const open = ['E11010001', 'E90010001', 'E91099999', 'E92000002', '42C010000'];
    expect([...open, '42G020000', 'E01170001', 'E21010001'].filter((info) => isOpen([info]))).toEqual(open);
  });
});
