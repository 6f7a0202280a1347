import { Failure, type FailureCode } from '#src/domain/failures.ts';
import type { Order } from '#src/domain/order.ts';
import { bought } from './sample-shop.ts';

/** Server responses in walks: one order of one ticket, and failures by code. */

export const fails = (...codes: FailureCode[]) =>
  codes.map((code) => ({ error: new Failure({ code, unknown: false }) }));
/** The first set product is sold out. */
export const setSoldOut = {
  error: new Failure({ code: 'seat_reserve_error', fields: ['set_products/0/id'], unknown: false }),
};
export const connectionLost = { error: new Failure({ code: 'connection_error', unknown: true }) };

export const order: Order = {
  lang: 'ja',
  price: 2000,
  status: 'open',
  seconds_left: 900,
  extensions_left: 1,
  last_admission: null,
  customer_info: null,
  mail_confirmed: true,
  main_product: bought,
  set_products: [],
  coupon: null,
  payment_method: null,
  completion: null,
};
export const customer = {
  fullname: 'Hanako',
  email: 'hanako@example.jp',
  phone: '0312345678',
  gender: '',
  age: '',
  resident_area: '',
  address: '',
  questionnaire1: '',
  questionnaire2: '',
  questionnaire3: '',
  mail_magazine: 'true',
};
export const spring = { coupon_code: 'SPRING', coupon_name: 'Spring', coupon_discount: 100 };
export const completion = { reservation_number: 'R1', reservation_token: 'ticket-1' };
export const card = { token: 'tok_1', brand: 'visa', last4: '4242' };
/** A card in a wallet whose sheet was confirmed, and a sheet that was closed. */
export const walletCard = { ...card, wallet: 'apple_pay' } as const;
export const sheetClosed = { code: 'token_unavailable', quoted: 'closed', unknown: false } as const;
export const orderReply = (part: Partial<Order>) => ({
  output: { token: 'order-1', order: { ...order, ...part }, at: 0 },
});

const asText = (text: string) => ({ text });
export function notice(number: number) {
  return { number, title: asText('Notice'), text: asText('It is so.'), okButton: asText('OK') };
}
export function question(number: number) {
  return { ...notice(number), about: 'hold', ngButton: asText('No') };
}
