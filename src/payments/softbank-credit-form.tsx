import type { PaymentToken } from '#src/domain/checkout.ts';
import { Failure } from '#src/domain/failures.ts';
import { inTime } from '#src/scripts/load-script.ts';
import { type CardError, type CardInput, markOf } from './card-input.ts';
import type { MethodFormProps } from './method.ts';
import type { PaymentSettings } from './settings.ts';
import { CardFailure, type CardTaker, TypedCardForm } from './typed-card-form.tsx';

/** The token script's result (docs/payments.md#sbps-token-script). */
type Result = { result: string; errorCode?: string; tokenResponse?: { token: string; tokenKey: string } };
type Request = {
  merchantId: string;
  serviceId: string;
  ccNumber: string;
  ccExpiration: string;
  securityCode: string;
};

declare global {
  interface Window {
    /** The token script of SB Payment Service. */
    com_sbps_system?: { generateToken: (request: Request, callback: (result: Result) => void) => void };
  }
}

const scriptOf = ({ sandboxUrl, softbank }: PaymentSettings): string => {
  const host = softbank.isLive ? 'https://token.sps-system.com' : 'https://stbtoken.sps-system.com';
  return `${sandboxUrl || host}/sbpstoken/com_sbps_system_token.js`;
};

/** By item: the last three digits of an error code. */
const errors: Readonly<Record<string, CardError>> = {
  '003': { field: 'number', id: 'card_number_wrong' },
  '004': { field: 'month', id: 'card_expiry_wrong' },
  '005': { field: 'code', id: 'card_code_wrong' },
};

/** Converts an error code, its type and item, to an error in a field, or of the provider (docs/payments.md#sbps-token-script). */
const cardFailureOf = (code: string): CardFailure | Failure => {
  const error = /^0[3457]/.test(code) ? errors[code.slice(2)] : undefined;
  if (error) return new CardFailure(error);
  return new Failure({ code: 'token_unavailable', quoted: `SBPS ${code}`, unknown: false });
};

const take = async ({ number, year, month, code }: CardInput, { softbank }: PaymentSettings): Promise<PaymentToken> => {
  const { com_sbps_system: script } = window;
  if (!script) throw new Failure({ code: 'script_blocked', unknown: false });
  const request = {
    merchantId: softbank.merchant,
    serviceId: softbank.service,
    ccNumber: number,
    ccExpiration: `${year}${month}`,
    securityCode: code,
  };
  /* The callback is never called if the script's host is blocked. */
  const { result, errorCode, tokenResponse } = await inTime(
    new Promise<Result>((resolve) => script.generateToken(request, resolve)),
  );
  if (result !== 'OK' || !tokenResponse) throw cardFailureOf(errorCode ?? '');
  /* The token has two parts; the server needs both. */
  return { token: `${tokenResponse.token} ${tokenResponse.tokenKey}`, ...markOf(number) };
};

/** Cards through the token script of SB Payment Service: the card is sent there, the shop gets a token for one payment. */
const softbankTaker: CardTaker = { scriptOf, take };

/** The card fields of `softbank_credit`, whose provider needs no name. */
export function SoftbankCreditForm({ today, blocked }: MethodFormProps) {
  return <TypedCardForm method="softbank_credit" taker={softbankTaker} today={today} blocked={blocked} nameless />;
}
