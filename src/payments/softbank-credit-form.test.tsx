import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { is } from 'valibot';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PaymentTokenSchema } from '#src/domain/checkout.ts';
import { Failure } from '#src/domain/failures.ts';
import * as cardForm from '#test/screens/card-form.tsx';
import { takeTokenFrom } from './payment-session.ts';
import { SoftbankCreditForm } from './softbank-credit-form.tsx';
import { SoftbankAlipayForm, SoftbankPaypayForm } from './softbank-wallet-forms.tsx';

type Request = Record<'merchantId' | 'serviceId' | 'ccNumber' | 'ccExpiration' | 'securityCode', string>;

const load = vi.hoisted(() => vi.fn<(url: string) => Promise<void>>());
vi.mock('#src/scripts/load-script.ts', () => ({ loadScript: load, inTime: <T,>(work: Promise<T>) => work }));

const generateToken = vi.fn<(request: Request, callback: (result: object) => void) => void>();
Object.assign(window, { com_sbps_system: { generateToken } });
vi.mock('./settings.ts', async () => {
  const { noSettings } = await import('#test/screens/card-form.tsx');
  return {
    paymentSettings: async () => ({ ...noSettings, softbank: { merchant: '00000', service: '001', isLive: false } }),
  };
});

const show = (form = <SoftbankCreditForm {...cardForm.formProps} />) => cardForm.showInEnglish(form);
const fill = () => cardForm.fillCard({ number: '4242 4242 4242 4242', code: '123' });
const refusal = () => cardForm.refusalOf('softbank_credit');
const mockResult = (result: object) => generateToken.mockImplementation((_request, callback) => callback(result));

beforeEach(() => {
  load.mockReset().mockResolvedValue();
  generateToken.mockReset();
  mockResult({ result: 'OK', tokenResponse: { token: 'T1', tokenKey: 'K1' } });
});

describe('SoftbankCreditForm', () => {
  it('passes the card to the provider’s script and returns both parts of the token in one string', async () => {
    show();
    expect(screen.queryByRole('textbox', { name: /name/i })).toBeNull();
    await fill();
    expect(await takeTokenFrom('softbank_credit')).toEqual({ token: 'T1 K1', brand: 'visa', last4: '4242' });
    expect(load).toHaveBeenCalledWith('https://stbtoken.sps-system.com/sbpstoken/com_sbps_system_token.js');
    expect(generateToken.mock.calls[0]?.[0]).toEqual({
      merchantId: '00000',
      serviceId: '001',
      ccNumber: '4242424242424242',
      ccExpiration: `${cardForm.nextYear}03`,
      securityCode: '123',
    });
  });

  it('returns a token that fits the schema at its maximum length', async () => {
    mockResult({ result: 'OK', tokenResponse: { token: 'a'.repeat(248), tokenKey: 'b'.repeat(182) } });
    show();
    await fill();
    expect(is(PaymentTokenSchema, await takeTokenFrom('softbank_credit'))).toBe(true);
  });

  it('marks missing fields, focuses the first one, and does not call the provider', async () => {
    show();
    await userEvent.type(cardForm.number(), '4242424242424242');
    expect(await refusal()).toEqual({ code: 'card_input', unknown: false });
    await waitFor(() => expect(document.activeElement).toBe(cardForm.month()));
    for (const field of [cardForm.month(), cardForm.year(), cardForm.code()])
      expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(cardForm.number().getAttribute('aria-invalid')).toBeNull();
    expect(generateToken).not.toHaveBeenCalled();
  });

  it.each([
    ['03003', cardForm.number],
    ['07003', cardForm.number],
    ['04004', cardForm.month],
    ['07004', cardForm.month],
    ['05005', cardForm.code],
  ])('marks the field of the provider’s error %s', async (errorCode, field) => {
    mockResult({ result: 'NG', errorCode });
    show();
    await fill();
    expect((await refusal()).code).toBe('card_input');
    await waitFor(() => expect(field().getAttribute('aria-invalid')).toBe('true'));
    expect(document.activeElement).toBe(field());
  });

  it.each(['99999', '99003', '03001', '07051', ''])('reports %j as an error of the provider', async (errorCode) => {
    mockResult({ result: 'NG', errorCode });
    show();
    await fill();
    expect(await refusal()).toEqual({ code: 'token_unavailable', quoted: `SBPS ${errorCode}`, unknown: false });
  });

  it('offers a retry if the script cannot be loaded, and keeps the typed values', async () => {
    show();
    await fill();
    load.mockRejectedValueOnce(new Failure({ code: 'script_blocked', unknown: false }));
    expect((await refusal()).code).toBe('script_blocked');
    await userEvent.click(await screen.findByRole('button', { name: 'again' }));
    expect(cardForm.number().value).toBe('4242 4242 4242 4242');
    expect(await takeTokenFrom('softbank_credit')).toMatchObject({ token: 'T1 K1' });
  });
});

describe('a wallet', () => {
  it.each([
    ['softbank_paypay', <SoftbankPaypayForm key="p" />, /PayPay page opens/],
    ['softbank_alipay', <SoftbankAlipayForm key="a" />, /Alipay page opens/],
  ] as const)('%s explains the next steps and needs no token', async (method, form, text) => {
    show(form);
    expect(screen.getByText(text)).toBeDefined();
    expect(await takeTokenFrom(method)).toEqual({ token: '', brand: '', last4: '' });
  });
});
