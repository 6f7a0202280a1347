import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Failure } from '#src/domain/failures.ts';
import * as cardForm from '#test/screens/card-form.tsx';
import { GmoForm } from './gmo-form.tsx';
import { takeTokenFrom } from './payment-session.ts';

type Card = Record<'cardno' | 'expire' | 'securitycode' | 'holdername', string>;
type Callback = (result: object) => void;

const load = vi.hoisted(() => vi.fn<(url: string) => Promise<void>>());
vi.mock('#src/scripts/load-script.ts', () => ({ loadScript: load, inTime: <T,>(work: Promise<T>) => work }));

const init = vi.fn<(shop: string) => void>();
const getToken = vi.fn<(card: Card, callback: Callback) => void>();
Object.assign(window, { Multipayment: { init, getToken } });
vi.mock('./settings.ts', async () => {
  const { noSettings } = await import('#test/screens/card-form.tsx');
  return { paymentSettings: async () => ({ ...noSettings, gmoShop: 'tshop00000014' }) };
});

const show = () => cardForm.showInEnglish(<GmoForm {...cardForm.formProps} />);

const holder = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Name on card' });
const fill = async (more: { number?: string; name?: string; code?: string } = {}) => {
  await userEvent.type(holder(), more.name ?? 'hanako  yamada');
  await cardForm.fillCard({ number: more.number ?? '4111 1111 1111 1111', code: more.code ?? '123' });
};
/** Fills a field in as a browser does that fires no event. */
const autofill = (field: HTMLInputElement, value: string) =>
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);

const refusal = () => cardForm.refusalOf('gmo');
const mockResult = (result: object) => getToken.mockImplementation((_card, callback) => callback(result));

afterEach(() => {
  vi.useRealTimers();
});

beforeEach(() => {
  load.mockReset().mockResolvedValue();
  getToken.mockReset();
  init.mockReset();
  mockResult({ resultCode: '000', tokenObject: { token: 'tok1' } });
});

describe('GmoForm', () => {
  it('passes the card to the provider’s script and returns a token, brand and last four digits', async () => {
    show();
    await fill();
    expect(await takeTokenFrom('gmo')).toEqual({ token: 'tok1', brand: 'visa', last4: '1111' });
    expect(load).toHaveBeenCalledWith('https://stg.static.mul-pay.jp/ext/js/token.js');
    expect(init).toHaveBeenCalledWith('tshop00000014');
    expect(getToken.mock.calls[0]?.[0]).toEqual({
      cardno: '4111111111111111',
      expire: `${cardForm.nextYear}03`,
      securitycode: '123',
      holdername: 'HANAKO YAMADA',
    });
  });

  it('accepts digits of any width, and the number 0 as success', async () => {
    mockResult({ resultCode: 0, tokenObject: { token: ['tok2'] } });
    show();
    await fill({ number: '３５３０−１１１３ 3330 0000', name: 'ＴＡＲＯ', code: '١٢٣' });
    expect(await takeTokenFrom('gmo')).toEqual({ token: 'tok2', brand: 'jcb', last4: '0000' });
    expect(getToken.mock.calls[0]?.[0]).toMatchObject({
      cardno: '3530111333300000',
      holdername: 'TARO',
      securitycode: '123',
    });
  });

  it('takes what a browser filled in without an event', async () => {
    show();
    await fill();
    autofill(cardForm.number(), '3530111333300000');
    expect(await takeTokenFrom('gmo')).toMatchObject({ brand: 'jcb', last4: '0000' });
    expect(getToken.mock.calls[0]?.[0]).toMatchObject({ cardno: '3530111333300000', holdername: 'HANAKO YAMADA' });
  });

  it('has the autocomplete attributes of card fields', () => {
    show();
    const tokens = [cardForm.number(), holder(), cardForm.month(), cardForm.year(), cardForm.code()].map((field) =>
      field.getAttribute('autocomplete'),
    );
    expect(tokens).toEqual(['cc-number', 'cc-name', 'cc-exp-month', 'cc-exp-year', 'cc-csc']);
    expect(cardForm.number().inputMode).toBe('numeric');
    expect(cardForm.code().inputMode).toBe('numeric');
  });

  it('marks missing fields, focuses the first one, and does not call the provider', async () => {
    show();
    await userEvent.type(cardForm.number(), '4111111111111111');
    expect(await refusal()).toEqual({ code: 'card_input', unknown: false });
    await waitFor(() => expect(document.activeElement).toBe(holder()));
    expect(cardForm.number().getAttribute('aria-invalid')).toBeNull();
    for (const field of [holder(), cardForm.month(), cardForm.year(), cardForm.code()])
      expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(holder().getAttribute('aria-describedby')).toContain('gmo-card-name-error');
    expect(getToken).not.toHaveBeenCalled();
  });

  it.each([
    [{ number: '4111x1111' }, 'Card number: digits only', cardForm.number],
    [{ number: '411111111' }, 'Card number: please check it again.', cardForm.number],
    [{ name: '山田' }, 'Name on card: letters A to Z and spaces only, up to 30 characters', holder],
    [{ code: '12' }, 'Security code: enter the 3 or 4 digits', cardForm.code],
  ])('shows the error of %o', async (typed, message, field) => {
    show();
    await fill(typed);
    expect((await refusal()).code).toBe('card_input');
    expect(await screen.findByText(message)).toBeDefined();
    await waitFor(() => expect(document.activeElement).toBe(field()));
  });

  it('does not verify the check digit of the number', async () => {
    show();
    await fill({ number: '4999000000000002' });
    expect(await takeTokenFrom('gmo')).toMatchObject({ last4: '0002' });
  });

  const clocks = ['2019-01-01T00:00:00Z', '2035-12-31T00:00:00Z'];
  it.each(clocks)('judges the expiry by the venue’s day, whatever the clock says (%s)', async (now) => {
    vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] });
    show();
    expect(within(cardForm.year()).getAllByRole('option')[1]?.textContent).toBe('2027');
    await userEvent.type(cardForm.number(), '4111111111111111');
    await userEvent.type(holder(), 'A B');
    await userEvent.type(cardForm.code(), '123');
    await userEvent.selectOptions(cardForm.year(), '2027');
    await userEvent.selectOptions(cardForm.month(), '04');
    expect((await refusal()).code).toBe('card_input');
    expect(await screen.findByText('This expiry date has passed. Please check it.')).toBeDefined();
    await userEvent.selectOptions(cardForm.month(), '05');
    expect(await takeTokenFrom('gmo')).toMatchObject({ token: 'tok1' });
  });

  it.each([
    ['100', cardForm.number],
    ['102', cardForm.number],
    ['110', cardForm.month],
    ['113', cardForm.month],
    ['121', cardForm.code],
    ['122', cardForm.code],
    ['131', holder],
    ['132', holder],
  ])('marks the field of the provider’s error %s until it is changed', async (resultCode, field) => {
    mockResult({ resultCode });
    show();
    await fill();
    expect((await refusal()).code).toBe('card_input');
    await waitFor(() => expect(field().getAttribute('aria-invalid')).toBe('true'));
    expect(document.activeElement).toBe(field());
    if (field() instanceof HTMLSelectElement) await userEvent.selectOptions(field(), '04');
    else await userEvent.type(field(), field() === holder() ? 'A' : '{Backspace}1');
    expect(field().getAttribute('aria-invalid')).toBeNull();
  });

  it.each([
    ['902', 'busy'],
    ['901', 'GMO 901'],
    ['180', 'GMO 180'],
    ['150', 'GMO 150'],
  ])('reports %s as an error of the provider', async (resultCode, quoted) => {
    mockResult({ resultCode });
    show();
    await fill();
    expect(await refusal()).toEqual({ code: 'token_unavailable', quoted, unknown: false });
  });

  it('offers a retry if the script cannot be loaded, and keeps the typed values', async () => {
    load.mockRejectedValueOnce(new Failure({ code: 'script_blocked', unknown: false }));
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'again' }));
    await fill();
    load.mockRejectedValueOnce(new Failure({ code: 'script_blocked', unknown: false }));
    expect((await refusal()).code).toBe('script_blocked');
    await userEvent.click(await screen.findByRole('button', { name: 'again' }));
    expect(cardForm.number().value).toBe('4111 1111 1111 1111');
    expect(await takeTokenFrom('gmo')).toMatchObject({ token: 'tok1' });
  });

  it('provides no token after it is unmounted', async () => {
    const { unmount } = show();
    unmount();
    expect((await refusal()).code).toBe('token_unavailable');
  });
});
