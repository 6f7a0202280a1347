import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { is } from 'valibot';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PaymentTokenSchema } from '#src/domain/checkout.ts';
import * as cardForm from '#test/screens/card-form.tsx';
import { fillSilently } from '#test/screens/fill-silently.ts';
import { GmoForm } from './gmo-form.tsx';
import { takeTokenFrom } from './payment-session.ts';
import { SoftbankCreditForm } from './softbank-credit-form.tsx';
import { AlipayForm, PaypayForm } from './wallet-forms.tsx';

/** The card forms on our page, each with its provider's script simulated. */

type Callback = (result: object) => void;

const load = vi.hoisted(() => vi.fn<(url: string) => Promise<void>>());
vi.mock('#src/scripts/load-script.ts', () => ({ loadScript: load, inTime: <T,>(work: Promise<T>) => work }));
vi.mock('./settings.ts', async () => {
  const { noSettings } = await import('#test/screens/card-form.tsx');
  const softbank = { merchant: '00000', service: '001', isLive: false };
  return { paymentSettings: async () => ({ ...noSettings, gmoShop: 'tshop00000014', softbank }) };
});

const init = vi.fn<(shop: string) => void>();
/** Records the calls of the provider's script. */
const made = vi.fn<(card: object, callback: Callback) => void>();
Object.assign(window, { Multipayment: { init, getToken: made }, com_sbps_system: { generateToken: made } });
const mockResult = (result: object) => made.mockImplementation((_card, callback) => callback(result));

const { number, month, year, code } = cardForm;
const holder = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Name on card' });

type Field = () => HTMLInputElement | HTMLSelectElement;
type Provider = 'gmo' | 'softbank_credit';

/** The provider's script with its input and output; the fields in sequence; the field or text of each error code. */
type Card = {
  Form: typeof GmoForm;
  script: string;
  result: object;
  token: string;
  sent: object;
  all: readonly Field[];
  failed: (code: string) => object;
  ofFields: Readonly<Record<string, Field>>;
  ofProvider: Readonly<Record<string, string>>;
};

const providers: Record<Provider, Card> = {
  gmo: {
    Form: GmoForm,
    script: 'https://stg.static.mul-pay.jp/ext/js/token.js',
    result: { resultCode: '000', tokenObject: { token: 'tok1' } },
    token: 'tok1',
    sent: {
      cardno: '4111111111111111',
      expire: `${cardForm.nextYear}03`,
      securitycode: '123',
      holdername: 'HANAKO YAMADA',
    },
    all: [number, holder, month, year, code],
    failed: (resultCode: string) => ({ resultCode }),
    ofFields: { 100: number, 110: month, 121: code, 131: holder },
    ofProvider: { 902: 'busy', 901: 'GMO 901' },
  },
  softbank_credit: {
    Form: SoftbankCreditForm,
    script: 'https://stbtoken.sps-system.com/sbpstoken/com_sbps_system_token.js',
    result: { result: 'OK', tokenResponse: { token: 'T1', tokenKey: 'K1' } },
    token: 'T1 K1',
    sent: {
      merchantId: '00000',
      serviceId: '001',
      ccNumber: '4111111111111111',
      ccExpiration: `${cardForm.nextYear}03`,
      securityCode: '123',
    },
    all: [number, month, year, code],
    failed: (errorCode: string) => ({ result: 'NG', errorCode }),
    ofFields: { '03003': number, '07004': month, '05005': code },
    ofProvider: { 99999: 'SBPS 99999', '': 'SBPS ' },
  },
};

const show = (method: Provider) => {
  const { Form, result } = providers[method];
  if (made.getMockImplementation() === undefined) mockResult(result);
  return cardForm.showInEnglish(<Form {...cardForm.formProps} />);
};
const fill = async (method: Provider, more: { number?: string; name?: string; code?: string } = {}) => {
  if (method === 'gmo') await userEvent.type(holder(), more.name ?? 'hanako  yamada');
  await cardForm.fillCard({ number: more.number ?? '4111 1111 1111 1111', code: more.code ?? '123' });
};

beforeEach(() => {
  vi.useRealTimers();
  load.mockReset().mockResolvedValue();
  made.mockReset();
  init.mockReset();
});

describe.each(Object.keys(providers) as Provider[])('the card form of %s', (method) => {
  const { all, failed, ofFields, ofProvider, script, sent, token } = providers[method];

  it('passes the card to the provider’s script and returns a token, brand and last four digits', async () => {
    show(method);
    await fill(method);
    expect(await takeTokenFrom(method)).toEqual({ token, brand: 'visa', last4: '1111' });
    expect(load).toHaveBeenCalledWith(script);
    expect(made.mock.calls[0]?.[0]).toEqual(sent);
  });

  it('marks missing fields, focuses the first one, and does not call the provider', async () => {
    show(method);
    await userEvent.type(number(), '4111111111111111');
    const [, ...empty] = all;
    expect(await cardForm.refusalOf(method)).toEqual({ code: 'card_input', unknown: false });
    await waitFor(() => expect(document.activeElement).toBe(empty[0]?.()));
    expect(number().getAttribute('aria-invalid')).toBeNull();
    for (const field of empty) expect(field().getAttribute('aria-invalid')).toBe('true');
    expect(made).not.toHaveBeenCalled();
  });

  it.each(Object.entries(ofFields))(
    'marks the field of the provider’s error %s until it is changed',
    async (error, field) => {
      mockResult(failed(error));
      show(method);
      await fill(method);
      expect((await cardForm.refusalOf(method)).code).toBe('card_input');
      await waitFor(() => expect(field().getAttribute('aria-invalid')).toBe('true'));
      expect(document.activeElement).toBe(field());
      const control = field();
      if (control instanceof HTMLSelectElement) await userEvent.selectOptions(control, '04');
      else await userEvent.type(control, field === holder ? 'A' : '{Backspace}1');
      expect(field().getAttribute('aria-invalid')).toBeNull();
    },
  );

  it.each(Object.entries(ofProvider))('reports %j as an error of the provider', async (error, quoted) => {
    mockResult(failed(error));
    show(method);
    await fill(method);
    expect(await cardForm.refusalOf(method)).toEqual({ code: 'token_unavailable', quoted, unknown: false });
  });
});

describe('the card form of gmo', () => {
  it('accepts digits of any width, and the number 0 as success', async () => {
    mockResult({ resultCode: 0, tokenObject: { token: ['tok2'] } });
    show('gmo');
    await fill('gmo', { number: '３５３０−１１１３ 3330 0000', name: 'ＴＡＲＯ', code: '١٢٣' });
    expect(await takeTokenFrom('gmo')).toEqual({ token: 'tok2', brand: 'jcb', last4: '0000' });
    expect(init).toHaveBeenCalledWith('tshop00000014');
    expect(made.mock.calls[0]?.[0]).toMatchObject({
      cardno: '3530111333300000',
      holdername: 'TARO',
      securitycode: '123',
    });
  });

  it('keeps and takes what a browser filled in without an event, and does not verify the check digit', async () => {
    show('gmo');
    await fill('gmo');
    fillSilently(number(), '4999000000000002');
    await userEvent.type(code(), '4');
    fillSilently(holder(), 'TARO');
    await userEvent.tab();
    expect([number().value, holder().value, code().value]).toEqual(['4999000000000002', 'TARO', '1234']);
    fillSilently(holder(), 'JIRO');
    expect(await takeTokenFrom('gmo')).toMatchObject({ last4: '0002' });
    expect(made.mock.calls[0]?.[0]).toMatchObject({ cardno: '4999000000000002', holdername: 'JIRO' });
  });

  it('has the autocomplete attributes of card fields', () => {
    show('gmo');
    const tokens = [number(), holder(), month(), year(), code()].map((field) => field.getAttribute('autocomplete'));
    expect(tokens).toEqual(['cc-number', 'cc-name', 'cc-exp-month', 'cc-exp-year', 'cc-csc']);
    expect([number().inputMode, code().inputMode]).toEqual(['numeric', 'numeric']);
  });

  it.each([
    [{ number: '4111x1111' }, 'Card number: digits only', number],
    [{ number: '411111111' }, 'Card number: please check it again.', number],
    [{ name: '山田' }, 'Name on card: letters A to Z and spaces only, up to 30 characters', holder],
    [{ code: '12' }, 'Security code: enter the 3 or 4 digits', code],
  ])('shows the error of %o', async (typed, message, field) => {
    show('gmo');
    await fill('gmo', typed);
    expect((await cardForm.refusalOf('gmo')).code).toBe('card_input');
    expect(await screen.findByText(message)).toBeDefined();
    await waitFor(() => expect(document.activeElement).toBe(field()));
  });

  it('judges the expiry by the venue’s day, whatever the clock says', async () => {
    vi.useFakeTimers({ now: new Date('2035-12-31T00:00:00Z'), toFake: ['Date'] });
    show('gmo');
    expect(within(year()).getAllByRole('option')[1]?.textContent).toBe('2027');
    await userEvent.type(number(), '4111111111111111');
    await userEvent.type(holder(), 'A B');
    await userEvent.type(code(), '123');
    await userEvent.selectOptions(year(), '2027');
    await userEvent.selectOptions(month(), '04');
    expect((await cardForm.refusalOf('gmo')).code).toBe('card_input');
    expect(await screen.findByText('This expiry date has passed. Please check it.')).toBeDefined();
    await userEvent.selectOptions(month(), '05');
    expect(await takeTokenFrom('gmo')).toMatchObject({ token: 'tok1' });
  });
});

describe('a form of SB Payment Service', () => {
  it('returns a token that fits the schema at its maximum length, and asks for no name', async () => {
    mockResult({ result: 'OK', tokenResponse: { token: 'a'.repeat(248), tokenKey: 'b'.repeat(182) } });
    show('softbank_credit');
    expect(screen.queryByRole('textbox', { name: /name/i })).toBeNull();
    await fill('softbank_credit');
    expect(is(PaymentTokenSchema, await takeTokenFrom('softbank_credit'))).toBe(true);
  });

  it.each([
    ['softbank_paypay', <PaypayForm key="p" />, /PayPay page opens/],
    ['softbank_alipay', <AlipayForm key="a" />, /Alipay page opens/],
  ] as const)('for %s explains the next steps and needs no token', async (method, form, text) => {
    cardForm.showInEnglish(form);
    expect(screen.getByText(text)).toBeDefined();
    expect(await takeTokenFrom(method)).toEqual({ token: '', brand: '', last4: '' });
  });
});
