import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  attempt,
  contract,
  facts,
  hashKey,
  moment,
  ng,
  ok,
  savedData,
  startProvider,
} from '#test/api/kit/softbank-provider.ts';
import { callSoftbank } from './client.ts';
import { createSoftbankCredit } from './credit.ts';
import { readXml } from './xml.ts';

beforeEach(() => {
  savedData.length = 0;
  vi.useFakeTimers({ toFake: ['Date'], now: moment });
});

describe('the API calls for a card', () => {
  const found = '<res_sps_transaction_id>X1</res_sps_transaction_id><res_tracking_id>12345678901234</res_tracking_id>';
  const data = { tracking: '12345678901234', transaction: 'X1' };
  const authorised = { 'ST01-00131-101': ok('ST01-00131-101', found) };
  const committed = { 'ST02-00101-101': ok('ST02-00101-101') };
  const refunded = { 'ST02-00303-101': ok('ST02-00303-101') };
  const foundAs = (inside: string) => ({ 'MG01-00101-101': ok('MG01-00101-101', inside) });
  const open = '<commit_status>0</commit_status><payment_status>1</payment_status>';
  const callOf = ({ body }: { body: string }) => /id="([^"]+)"/.exec(body)?.[1];

  it('match the reference: field sequence, base64, hash code (computed with openssl), user and password', async () => {
    const { requests, options } = await startProvider({ ...authorised, ...committed });
    const outcome = await createSoftbankCredit(options).start(attempt, facts);
    expect(outcome).toEqual({ kind: 'paid', providerId: data.tracking, amount: 3800, currency: 'jpy', data });
    expect(savedData).toEqual([data]);
    expect(requests.map(({ body }) => body)).toEqual([
      '<?xml version="1.0" encoding="Shift_JIS"?><sps-api-request id="ST01-00131-101">' +
        '<merchant_id>00000</merchant_id><service_id>001</service_id>' +
        '<cust_code>4a1d2a66-0000-8000-8000-000000000002</cust_code>' +
        '<order_id>4a1d2a66-0000-8000-8000-000000000001</order_id>' +
        '<item_id>ticket</item_id><item_name>VGlja2V0</item_name><amount>3800</amount>' +
        '<sps_cust_info_return_flg>0</sps_cust_info_return_flg>' +
        '<pay_method_info><dealings_type>10</dealings_type></pay_method_info>' +
        '<pay_option_manage><token>TOKEN</token><token_key>KEY</token_key>' +
        '<cust_manage_flg>0</cust_manage_flg><cardbrand_return_flg>0</cardbrand_return_flg></pay_option_manage>' +
        '<encrypted_flg>0</encrypted_flg><request_date>20261120120000</request_date><limit_second>600</limit_second>' +
        '<sps_hashcode>477b0d36d0206e1bc70541ae008905fc9330a660</sps_hashcode></sps-api-request>',
      '<?xml version="1.0" encoding="Shift_JIS"?><sps-api-request id="ST02-00101-101">' +
        '<merchant_id>00000</merchant_id><service_id>001</service_id>' +
        '<sps_transaction_id>X1</sps_transaction_id><tracking_id>12345678901234</tracking_id>' +
        '<processing_datetime>20261120120000</processing_datetime>' +
        '<request_date>20261120120000</request_date><limit_second>600</limit_second>' +
        '<sps_hashcode>d2f222b9e588316188f3b31c8f65a2971b58516b</sps_hashcode></sps-api-request>',
    ]);
    const user = Buffer.from(`00000001:${hashKey}`).toString('base64');
    expect(requests[0]).toMatchObject({ authorization: `Basic ${user}`, type: 'text/xml; charset=Shift_JIS' });
  });

  it.each([
    ['1', '2', 'paid'],
    ['0', '3', 'cancelled'],
    ['1', '4', 'cancelled'],
    ['', '', 'unknown'],
  ])('return for commit_status %s and payment_status %s: %s', async (committed, state, kind) => {
    const inside = `<res_pay_method_info><commit_status>${committed}</commit_status><payment_status>${state}</payment_status></res_pay_method_info>`;
    const { requests, options } = await startProvider(foundAs(inside));
    expect(await createSoftbankCredit(options).poll({ ...attempt, data }, facts)).toMatchObject({ kind });
    expect(requests[0]?.body).toContain('<sps_hashcode>88200379f0c5edbc3b873f662de3bb4e2c941671</sps_hashcode>');
  });

  it('commit an authorisation that is still open, and never authorise again', async () => {
    const { requests, options } = await startProvider({ ...foundAs(open), ...committed });
    const adapter = createSoftbankCredit(options);
    expect(await adapter.start({ ...attempt, data }, facts)).toMatchObject({ kind: 'paid' });
    expect(requests.map(callOf)).toEqual(['MG01-00101-101', 'ST02-00101-101']);
  });

  /* The time limit of a call is 2 s here. */
  it.each([
    [87, 'paid', 'ST02-00101-101'],
    [89, 'unknown', null],
    [91, 'cancelled', 'ST02-00303-101'],
  ])('end an authorisation that is still open after %i s: %s', async (seconds, kind, call) => {
    const { requests, options } = await startProvider({ ...foundAs(open), ...committed, ...refunded });
    const created_at = new Date(moment - seconds * 1000);
    expect(await createSoftbankCredit(options).poll({ ...attempt, data, created_at }, facts)).toMatchObject({ kind });
    expect(requests.map(callOf)).toEqual(call ? ['MG01-00101-101', call] : ['MG01-00101-101']);
  });

  it('leave an authorisation that was looked up while its commit could be in flight', async () => {
    const { requests, options } = await startProvider({
      ...refunded,
      get 'MG01-00101-101'() {
        vi.setSystemTime(moment + 91_000);
        return ok('MG01-00101-101', open);
      },
    });
    vi.setSystemTime(moment + 88_000);
    expect(await createSoftbankCredit(options).cancel({ ...attempt, data }, facts)).toMatchObject({ kind: 'unknown' });
    expect(requests).toHaveLength(1);
  });

  it('leave an authorisation whose ids took so long to be stored that another process may be committing it', async () => {
    const { requests, options } = await startProvider({ ...authorised, ...refunded });
    const save = async () => void vi.setSystemTime(moment + 91_000);
    const outcome = await createSoftbankCredit(options).start(attempt, { ...facts, save });
    expect(outcome).toMatchObject({ kind: 'unknown' });
    expect(requests).toHaveLength(1);
  });

  it.each(['res_sps_transaction_id', 'res_tracking_id'])(
    'are inconclusive when the response names another payment (%s)',
    async (name) => {
      const inside = `<${name}>another</${name}><commit_status>1</commit_status><payment_status>4</payment_status>`;
      const refund = ok('ST02-00303-101', inside);
      const { options } = await startProvider({ ...foundAs(inside), 'ST02-00303-101': refund });
      const adapter = createSoftbankCredit(options);
      expect(await adapter.poll({ ...attempt, data }, facts)).toEqual({ kind: 'unknown' });
      expect(await adapter.refund({ ...attempt, data }, 'softbank')).toBe(false);
      expect(await adapter.readLedger({ ...attempt, data }, 'softbank')).toEqual({ kind: 'silence' });
    },
  );

  it('are inconclusive when they are refused as a repetition', async () => {
    const { options } = await startProvider({ 'ST01-00131-101': ng('ST01-00131-101', '10196006') });
    expect(await createSoftbankCredit(options).start(attempt, facts)).toEqual({ kind: 'unknown', answered: true });
  });
});

it.each([
  ['10136999', { refused: '10136999' }],
  ['10196006', true],
  ['10121999', false],
  ['99999999', false],
])('a refund that is refused with %s: %j', async (code, outcome) => {
  const inside = '<commit_status>1</commit_status><payment_status>2</payment_status>';
  const { options } = await startProvider({
    'MG01-00101-101': ok('MG01-00101-101', inside),
    'ST02-00303-101': ng('ST02-00303-101', code),
  });
  const paid = { ...attempt, data: { tracking: '12345678901234' } };
  expect(await createSoftbankCredit(options).refund(paid, 'softbank')).toEqual(outcome);
});

describe('an invalid response', () => {
  it.each([
    ['nothing', 200, ''],
    ['no XML', 200, 'OK'],
    ['another call', 200, ok('MG01-00101-101')],
    ['an attribute', 200, '<sps-api-response id="ST02-00101-101"><res_result x="1">OK</res_result></sps-api-response>'],
    ['crossed', 200, '<sps-api-response id="ST02-00101-101"><a><res_result>OK</res_result></b></sps-api-response>'],
    ['open', 200, '<sps-api-response id="ST02-00101-101"><a><res_result>OK</res_result></sps-api-response>'],
    ['no result', 200, '<sps-api-response id="ST02-00101-101"></sps-api-response>'],
    ['an error of theirs', 503, ok('ST02-00101-101')],
    ['a refused password', 401, ok('ST02-00101-101')],
  ])('(%s) is inconclusive', async (_, status, text) => {
    const { options } = await startProvider({ 'ST02-00101-101': text }, status);
    expect(await callSoftbank(options, contract, 'ST02-00101-101', [])).toEqual({ kind: 'none' });
  });

  it('otherwise yields all its leaf elements', () => {
    const text = ok(
      'X',
      '<res_pay_method_info>\n<commit_status> 1 </commit_status></res_pay_method_info><a>&lt;&amp;</a>',
    );
    expect(Object.fromEntries(readXml(text, 'X') ?? [])).toEqual({
      res_result: 'OK',
      commit_status: '1',
      a: '<&',
      res_err_code: '',
    });
  });
});
