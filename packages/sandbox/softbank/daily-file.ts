import type { Ledger } from '../ledger.ts';
import { japanTime } from './shops.ts';

const titles = ['受注ID', 'トラッキングID', '支払方法', '処理区分', '金額', '処理日時'];
const charged = ['captured', 'refunded'];

/**
 * The provider's daily file: a row for each sale and each refund. `day` (YYYYMMDD in Japan) selects the payments of one day.
 * UTF-8 with a byte order mark; the provider's own is in Shift_JIS.
 */
export const dailyFile = (ledger: Ledger, day: string | undefined): string => {
  const payments = ledger
    .all('softbank_payment')
    .map((payment) => ({ ...payment, time: japanTime(payment.created * 1000) }))
    .filter(({ status, time }) => charged.includes(status) && (day === undefined || time.startsWith(day)));
  const lines = payments.flatMap(({ order, id, method, amount, status, time }) =>
    ['売上', ...(status === 'refunded' ? ['返金'] : [])].map((kind) =>
      [order, id, method, kind, amount, time].join(','),
    ),
  );
  return `\uFEFF${[titles.join(','), ...lines].join('\r\n')}\r\n`;
};
