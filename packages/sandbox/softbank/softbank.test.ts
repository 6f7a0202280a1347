import { createHash } from 'node:crypto';
import { startServer } from 'ticket-store/test/api/kit/process.ts';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Clock, systemClock } from '../clock.ts';
import { openSandbox } from '../fixture.ts';
import { japanTime } from './shops.ts';

const hashKey = '5b1f0e6c0000000000000000000000000sandbox';
const signedBy = (values: string[], key = hashKey) =>
  createHash('sha1')
    .update(`${values.join('')}${key}`)
    .digest('hex');

type Fields = [name: string, value: string][];

/** A running sandbox and its API calls; `Wrong` makes a call invalid. */
const softbank = async (clock: Clock = systemClock) => {
  const { url } = await openSandbox({ clock }, onTestFinished);
  type Wrong = { user?: string; key?: string; date?: string };
  const call = async (id: string, own: Fields, { user = `30132103:${hashKey}`, key, date }: Wrong = {}) => {
    const fields: Fields = [
      ['merchant_id', '30132'],
      ['service_id', '103'],
      ...own,
      ['request_date', date ?? japanTime(clock.now())],
      ['limit_second', '600'],
    ];
    const all: Fields = [
      ...fields,
      [
        'sps_hashcode',
        signedBy(
          fields.map(([, value]) => value),
          key,
        ),
      ],
    ];
    const body = all.map(([name, value]) => `<${name}>${value}</${name}>`).join('');
    const reply = await fetch(`${url}/api/xmlapi.do`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(user).toString('base64')}` },
      body: `<?xml version="1.0" encoding="Shift_JIS"?><sps-api-request id="${id}">${body}</sps-api-request>`,
    });
    const text = await reply.text();
    const get = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1] ?? '';
    return { status: reply.status, get, code: get('res_err_code') };
  };
  const token = async (more: Record<string, string> = {}) => {
    const card = { ccNumber: '4242424242424242', ccExpiration: '203912', securityCode: '123', ...more };
    const body = new URLSearchParams({ merchantId: '30132', serviceId: '103', ...card });
    return (await fetch(`${url}/sbpstoken/token`, { method: 'POST', body })).json();
  };
  const authorise = async (order: string, made?: { tokenResponse: { token: string; tokenKey: string } }) => {
    const { tokenResponse } = made ?? (await token());
    return call('ST01-00131-101', [
      ['cust_code', 'C1'],
      ['order_id', order],
      ['amount', '3800'],
      ['dealings_type', '10'],
      ['token', tokenResponse.token],
      ['token_key', tokenResponse.tokenKey],
    ]);
  };
  return { url, call, token, authorise };
};

describe('the API of the SB Payment Service sandbox', () => {
  it('accepts an order id once, a token once, and charges only at the commit', async () => {
    const { url, call, token, authorise } = await softbank();
    const sums = async () => (await (await fetch(`${url}/sandbox/ledger`)).json()).orders.C1;
    const made = await token();
    const first = await authorise('order-1', made);
    expect(first.get('res_result')).toBe('OK');
    expect((await authorise('order-1')).code).toBe('10196006');
    expect((await authorise('order-2', made)).code).toBe('10107051');
    expect(await sums()).toEqual({ payments: 1, charges: 0, captured: 0, refunded: 0 });
    const named: Fields = [['tracking_id', first.get('res_tracking_id')]];
    expect((await call('ST02-00101-101', named)).get('res_result')).toBe('OK');
    expect((await call('ST02-00101-101', named)).code).toBe('10196025');
    expect(await sums()).toEqual({ payments: 1, charges: 1, captured: 3800, refunded: 0 });
    expect((await call('MG01-00101-101', named)).get('commit_status')).toBe('1');
    expect((await call('ST02-00303-101', named)).get('res_result')).toBe('OK');
    expect((await call('ST02-00303-101', named)).code).toBe('10196025');
    expect(await sums()).toEqual({ payments: 1, charges: 1, captured: 3800, refunded: 3800 });
  });

  it('refuses another key or date, and rejects other credentials', async () => {
    const { call } = await softbank();
    for (const wrong of [{ key: 'x' }, { date: '20200101000000' }, { date: '20990101000000' }, { date: 'now' }])
      expect((await call('MG01-00101-101', [['tracking_id', '1']], wrong)).code).toBe('99907999');
    for (const user of ['30132103:wrong', '30132002:x', 'nobody'])
      expect((await call('MG01-00101-101', [], { user })).status).toBe(401);
  });

  it('accepts a token for half an hour', async () => {
    let ahead = 0;
    const { token, authorise } = await softbank({ ...systemClock, now: () => Date.now() + ahead });
    const [early, late] = [await token(), await token()];
    ahead = 29 * 60_000;
    expect((await authorise('order-1', early)).get('res_result')).toBe('OK');
    ahead = 31 * 60_000;
    expect((await authorise('order-2', late)).code).toBe('10107051');
  });
});

describe('the link page', () => {
  const names =
    'pay_method merchant_id service_id cust_code sps_cust_no sps_payment_no order_id item_id pay_item_id item_name tax amount pay_type auto_charge_type service_type div_settele last_charge_month camp_type tracking_id terminal_type success_url cancel_url error_url pagecon_url free1 free2 free3 free_csv request_date limit_second'.split(
      ' ',
    );
  const form = (more: Record<string, string> = {}) => {
    const values: Record<string, string> = {
      pay_method: 'paypay',
      merchant_id: '30132',
      service_id: '103',
      cust_code: 'C1',
      order_id: 'order-1',
      amount: '3800',
      success_url: 'https://shop.example/?ok',
      cancel_url: 'https://shop.example/?cancel',
      error_url: 'https://shop.example/?error',
      pagecon_url: 'http://127.0.0.1:9/',
      request_date: japanTime(Date.now()),
      limit_second: '600',
      ...more,
    };
    const fields = names.map((name): [string, string] => [name, values[name] ?? '']);
    return new URLSearchParams([...fields, ['sps_hashcode', signedBy(fields.map(([, value]) => value))]]);
  };
  const open = async (body: URLSearchParams, lang = 'ja') => {
    const { url } = await softbank();
    const headers = { 'accept-language': lang };
    return (await fetch(`${url}/f01/FepBuyInfoReceive.do`, { method: 'POST', body, headers })).text();
  };

  it.each([
    ['ja', 'PayPayでのお支払い', 'キャンセル'],
    ['en', 'Pay by PayPay', 'Cancel'],
  ])('is written in %s and shows the amount', async (lang, title, cancel) => {
    const page = await open(form(), lang);
    expect(page).toContain(`<html lang="${lang}">`);
    for (const text of [title, cancel, '¥3,800']) expect(page).toContain(text);
    expect(page.match(/name="press"/g)).toHaveLength(8);
  });

  it('shows no buttons if the form was changed, is incomplete, too old or for another shop', async () => {
    const changed = form();
    changed.set('amount', '1');
    const incomplete = form();
    incomplete.delete('free_csv');
    const broken = [changed, incomplete, form({ request_date: '20200101000000' }), form({ service_id: '002' })];
    for (const body of [...broken, form({ pay_method: 'credit' }), form({ pagecon_url: 'x' })])
      expect(await open(body)).not.toContain('name="press"');
  });

  it('sends a result with an invalid signature once, and with a valid one when it is resent', async () => {
    const bodies: string[] = [];
    const shop = await startServer((request, reply) => {
      request.on('data', (part: Buffer) => bodies.push(part.toString()));
      request.on('end', () => reply.end('NG,'));
    });
    onTestFinished(shop.close);
    const { url, sandbox } = await openSandbox({}, onTestFinished);
    const body = form({ pagecon_url: `${shop.url}/` });
    body.set('press', 'bad_hash');
    await fetch(`${url}/f01/press`, { method: 'POST', body, redirect: 'manual' });
    await sandbox.softbank.notices.settled();
    const { events } = await (await fetch(`${url}/sandbox/ledger`)).json();
    expect(events).toMatchObject([{ type: 'softbank.OK', delivery: 'failed', attempts: 1 }]);
    expect(sandbox.softbank.notices.resend(events[0].id)).toBe(true);
    await vi.waitFor(() => expect(bodies).toHaveLength(2), 60_000);
    const [bad, good] = bodies.map((text) => [...new URLSearchParams(text)]);
    expect(good?.slice(1)).toEqual(bad?.slice(1));
    const values = [...(good ?? [])]
      .slice(1)
      .toReversed()
      .map(([, value]) => value);
    expect([bad?.[0]?.[1] === good?.[0]?.[1], good?.[0]?.[1]]).toEqual([false, signedBy(values).toUpperCase()]);
  });
});
