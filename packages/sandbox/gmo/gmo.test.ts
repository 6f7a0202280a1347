import { describe, expect, it, onTestFinished } from 'vitest';
import { openSandbox } from '../fixture.ts';

const shop = { ShopID: 'tshop00000001', ShopPass: 'sandbox00' };
const open = () => openSandbox({}, onTestFinished);

const post = async (url: string, fields: Record<string, string>) =>
  (await fetch(url, { method: 'POST', body: new URLSearchParams(fields) })).text();

/** A running sandbox and its calls by name. */
const gmo = async () => {
  const { url } = await open();
  const call = (name: string, fields: Record<string, string>) => post(`${url}/payment/${name}.idPass`, fields);
  const token = async (more: Record<string, string> = {}) => {
    const card = { ShopID: shop.ShopID, cardNo: '4111111111111111', expire: '203912', ...more };
    return JSON.parse(await post(`${url}/ext/api/credit/getToken`, card));
  };
  const enter = async (OrderID: string, more: Record<string, string> = {}) => {
    const line = await call('EntryTran', { ...shop, OrderID, JobCd: 'CAPTURE', Amount: '100', ...more });
    const [, AccessID = '', AccessPass = ''] = /^AccessID=(\w{32})&AccessPass=(\w{32})$/.exec(line) ?? [];
    return { line, passes: { AccessID, AccessPass } };
  };
  return { url, call, token, enter };
};

describe('the GMO sandbox', () => {
  it.each([
    [{ ShopPass: 'wrong' }, 'ErrCode=E01&ErrInfo=E01030002'],
    [{ OrderID: '' }, 'ErrCode=E01&ErrInfo=E01040001'],
    [{ OrderID: 'x'.repeat(28) }, 'ErrCode=E01&ErrInfo=E01040003'],
    [{ OrderID: 'a_b', JobCd: 'NO' }, 'ErrCode=E01|E01&ErrInfo=E01040013|E01050002'],
    [{ Amount: '0' }, 'ErrCode=E01&ErrInfo=E01060001'],
  ])('refuses an entry with %o', async (more, line) => {
    const { enter } = await gmo();
    expect((await enter('order-1', more)).line).toBe(line);
  });

  it('accepts an OrderID once, a token once, and charges once', async () => {
    const { call, token, enter } = await gmo();
    const { passes } = await enter('order-1');
    expect((await enter('order-1')).line).toBe('ErrCode=E01&ErrInfo=E01040010');
    const Token = (await token()).tokenObject.token;
    const exec = { ...passes, OrderID: 'order-1', Method: '1', Token };
    expect(await call('ExecTran', exec)).toMatch(
      /^ACS=0&OrderID=order-1&Forward=\w+&Method=1&PayTimes=&Approve=\d+&TranID=/,
    );
    expect(await call('ExecTran', exec)).toBe('ErrCode=E11&ErrInfo=E11010001');
    const other = await enter('order-2');
    expect(await call('ExecTran', { ...exec, ...other.passes, OrderID: 'order-2' })).toBe(
      'ErrCode=E01&ErrInfo=E01170001',
    );
    expect(await call('SearchTrade', { ...shop, OrderID: 'order-1' })).toContain('Status=CAPTURE&');
    expect(await call('AlterTran', { ...shop, ...other.passes, JobCd: 'VOID' })).toBe('ErrCode=E11&ErrInfo=E11010002');
    expect(await call('AlterTran', { ...shop, ...passes, JobCd: 'RETURN' })).toContain(passes.AccessID);
    expect(await call('AlterTran', { ...shop, ...passes, JobCd: 'RETURN' })).toBe('ErrCode=E11&ErrInfo=E11010003');
  });

  it('creates tokens for cards, and stores no card', async () => {
    const { url, call, token, enter } = await gmo();
    expect(await token()).toMatchObject({ resultCode: '000', tokenObject: { maskedCardNo: '************1111' } });
    expect(await token({ holderName: 'BUSY' })).toEqual({ resultCode: '902' });
    expect(await token({ ShopID: 'live00000000' })).toEqual({ resultCode: '180' });
    const { passes } = await enter('order-1');
    await call('ExecTran', { ...passes, OrderID: 'order-1', Method: '1', Token: (await token()).tokenObject.token });
    const ledger = await (await fetch(`${url}/sandbox/ledger`)).text();
    expect(ledger).not.toContain('411111');
    expect(ledger).toContain('"captured":100');
  });

  it('opens PayPay’s page only with its token, and only once', async () => {
    const { url, call } = await gmo();
    const line = await call('EntryTranPaypay', { ...shop, OrderID: 'p-1', JobCd: 'CAPTURE', Amount: '100' });
    const passes = Object.fromEntries(new URLSearchParams(line));
    const started = await call('ExecTranPaypay', {
      ...shop,
      ...passes,
      OrderID: 'p-1',
      RetURL: 'https://shop.example/',
    });
    const { AccessID = '', Token = '', StartURL = '' } = Object.fromEntries(new URLSearchParams(started));
    expect(StartURL).toBe(`${url}/payment/PaypayStart.idPass`);
    expect(await post(StartURL, { AccessID, Token: 'x' })).not.toContain('value="success"');
    expect(await post(StartURL, { AccessID, Token })).toContain('value="success"');
    const answer = { AccessID, Token, press: 'success' };
    expect(await post(`${url}/payment/paypay/answer`, answer)).toContain('action="https://shop.example/"');
    expect(await post(`${url}/payment/paypay/answer`, answer)).not.toContain('action="https://shop.example/"');
    expect(await post(StartURL, { AccessID, Token })).not.toContain('value="success"');
  });
});
