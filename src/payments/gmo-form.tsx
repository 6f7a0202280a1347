import type { PaymentToken } from '#src/domain/checkout.ts';
import { Failure } from '#src/domain/failures.ts';
import { inTime } from '#src/scripts/load-script.ts';
import { type CardError, type CardInput, markOf } from './card-input.ts';
import type { MethodFormProps } from './method.ts';
import type { PaymentSettings } from './settings.ts';
import { CardFailure, type CardTaker, TypedCardForm } from './typed-card-form.tsx';

/** The token script's result; success is '000', or the number 0 in some shops (docs/payments.md#gmo-token-script). */
type Result = { resultCode: string | number; tokenObject?: { token: string | string[] } };
type Card = { cardno: string; expire: string; securitycode: string; holdername: string };

declare global {
  interface Window {
    /** GMO's token script, version 1. */
    Multipayment?: { init: (shop: string) => void; getToken: (card: Card, callback: (result: Result) => void) => void };
  }
}

const scriptOf = ({ sandboxUrl, gmoShop }: PaymentSettings): string => {
  const host = gmoShop.startsWith('tshop') ? 'https://stg.static.mul-pay.jp' : 'https://static.mul-pay.jp';
  return `${sandboxUrl || host}/ext/js/token.js`;
};

const errors: Readonly<Record<string, CardError>> = {
  10: { field: 'number', id: 'card_number_wrong' },
  11: { field: 'month', id: 'card_expiry_wrong' },
  12: { field: 'code', id: 'card_code_wrong' },
  13: { field: 'name', id: 'customer_name_validate' },
};

/** Converts a result code to an error: one about a field, whose codes have the same tens, or that the provider is unavailable. */
const cardFailureOf = (code: number): CardFailure | Failure => {
  const error = errors[Math.floor(code / 10)];
  if (error) return new CardFailure(error);
  return new Failure({ code: 'token_unavailable', quoted: code === 902 ? 'busy' : `GMO ${code}`, unknown: false });
};

const take = async (
  { number, year, month, code, name }: CardInput,
  { gmoShop }: PaymentSettings,
): Promise<PaymentToken> => {
  const { Multipayment } = window;
  if (!Multipayment) throw new Failure({ code: 'script_blocked', unknown: false });
  Multipayment.init(gmoShop);
  const card = { cardno: number, expire: `${year}${month}`, securitycode: code, holdername: name };
  /* The callback is never called if the script's host is blocked. */
  const { resultCode, tokenObject } = await inTime(
    new Promise<Result>((resolve) => Multipayment.getToken(card, resolve)),
  );
  const token = [tokenObject?.token ?? []].flat()[0];
  if (Number(resultCode) !== 0 || !token) throw cardFailureOf(Number(resultCode));
  return { token, ...markOf(number) };
};

/** Cards through GMO's token script, which gets the card; the shop gets a token (docs/payments.md#gmo-token-script). */
const gmoTaker: CardTaker = { scriptOf, take };

export function GmoForm({ today, blocked }: MethodFormProps) {
  return <TypedCardForm method="gmo" taker={gmoTaker} today={today} blocked={blocked} />;
}
