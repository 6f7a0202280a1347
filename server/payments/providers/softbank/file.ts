import { CsvFault, type CsvRow, readCsv } from '#server/core/csv.ts';
import type { Method } from '#src/domain/payment.ts';

/**
 * Accepted titles of each column. The provider's layout depends on the contract and is not public, so this is an assumption from
 * the terms of its management tool and the names of its API.
 */
const columns = {
  orderId: ['受注ID', 'order_id'],
  trackingId: ['トラッキングID', 'tracking_id'],
  method: ['支払方法', 'pay_method'],
  kind: ['処理区分', 'type'],
  amount: ['金額', 'amount'],
} as const;
type Column = keyof typeof columns;

const methods: ReadonlyMap<string, Method> = new Map([
  ['credit', 'softbank_credit'],
  ['クレジットカード', 'softbank_credit'],
  ['paypay', 'softbank_paypay'],
  ['PayPay', 'softbank_paypay'],
  ['alipay', 'softbank_alipay'],
  ['Alipay', 'softbank_alipay'],
  ['Alipay国際決済', 'softbank_alipay'],
]);
const kinds: ReadonlyMap<string, 'sale' | 'refund'> = new Map([
  ['売上', 'sale'],
  ['sale', 'sale'],
  ['返金', 'refund'],
  ['refund', 'refund'],
]);

const wrong = ({ line, values }: CsvRow, column: Column, expected: string): CsvFault =>
  new CsvFault(`Line ${line}, ${columns[column][0]} "${(values[column] ?? '').slice(0, 40)}": ${expected}`);

const rowOf = (row: CsvRow) => {
  const text = (column: Column, pattern: RegExp, expected: string): string => {
    const value = row.values[column] ?? '';
    if (!pattern.test(value)) throw wrong(row, column, expected);
    return value;
  };
  const method = methods.get(row.values.method ?? '');
  if (!method) throw wrong(row, 'method', `one of ${[...methods.keys()].join(', ')}.`);
  const kind = kinds.get(row.values.kind ?? '');
  if (!kind) throw wrong(row, 'kind', `one of ${[...kinds.keys()].join(', ')}.`);
  return {
    line: row.line,
    orderId: text('orderId', /^[\x21-\x7e]{1,38}$/, '1 to 38 ASCII characters.'),
    trackingId: text('trackingId', /^\d{14}$/, '14 digits.'),
    method,
    kind,
    amount: Number(text('amount', /^[1-9]\d{0,6}$/, 'whole yen without minus, plus and commas, 1 to 9999999.')),
  };
};

/** A sale or refund in the provider's daily file, in yen. */
export type FileRow = ReturnType<typeof rowOf>;

/** Parses the provider's daily file, all or nothing. Throws CsvFault with line and column. */
export const readSoftbankFile = (text: string): FileRow[] => readCsv(text, columns).rows.map(rowOf);
