import { hashCode, japanTime, type Shop } from './shops.ts';

/** Contents of a result CGI: the fields of its request, and the outcome. */
export type ResultContents = {
  shop: Shop;
  fields: Readonly<Record<string, string>>;
  result: 'OK' | 'NG' | 'CN';
  tracking: string;
  error: string;
};

/** Fields of a link request before its addresses, in the sequence they are signed in. */
export const purchaseFields = [
  'pay_method',
  'merchant_id',
  'service_id',
  'cust_code',
  'sps_cust_no',
  'sps_payment_no',
  'order_id',
  'item_id',
  'pay_item_id',
  'item_name',
  'tax',
  'amount',
  'pay_type',
  'auto_charge_type',
  'service_type',
  'div_settele',
  'last_charge_month',
  'camp_type',
  'tracking_id',
  'terminal_type',
];
/** Fields behind the addresses, free for the shop. */
export const freeFields = ['free1', 'free2', 'free3'];

/** Fields of the request that the result repeats, in the sequence they are signed in. */
const repeated = [...purchaseFields, ...freeFields];

type How = { wrongAmount: boolean; badHash: boolean; now: number };

/** The form of a result CGI (docs/payments.md#sbps-wallets); its signature is valid also with a wrong amount. */
export function resultBody(
  { shop, fields, result, tracking, error }: ResultContents,
  { wrongAmount, badHash, now }: How,
): string {
  const repeatedFields: [string, string][] = repeated.map((name) => [name, fields[name] ?? '']);
  const sentFields = wrongAmount
    ? repeatedFields.map(([name, value]): [string, string] => [
        name,
        name === 'amount' ? String(Number(value) + 1000) : value,
      ])
    : repeatedFields;
  const paid = result === 'OK' ? japanTime(now) : '';
  const signed: [string, string][] = [
    ...sentFields,
    ['request_date', fields.request_date ?? ''],
    ['res_pay_method', fields.pay_method ?? ''],
    ['res_result', result],
    ['res_tracking_id', tracking],
    ['res_sps_cust_no', ''],
    ['res_sps_payment_no', ''],
    ['res_payinfo_key', ''],
    ['res_payment_date', paid],
    ['res_err_code', error],
    ['res_date', japanTime(now)],
    ['limit_second', fields.limit_second ?? ''],
  ];
  const values = signed.map(([, value]) => value);
  const code = badHash ? hashCode([...values, 'x'], shop) : hashCode(values, shop);
  /* Reversed, since the sequence of the fields must not matter to the shop. */
  return new URLSearchParams([['sps_hashcode', code.toUpperCase()], ...signed.toReversed()]).toString();
}
