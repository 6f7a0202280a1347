import { line } from '#server/core/shown.ts';
import type { Confirmed, FileDifference, Overdue } from '#server/payments/daily-file.ts';
import { yenDigits } from '#src/domain/money.ts';
import type { BilingualText } from './bilingual-text.ts';

const ours = ({ ours: amount }: FileDifference): string => yenDigits(amount ?? 0);

const problems: Record<FileDifference['problem'], (row: FileDifference) => BilingualText> = {
  no_payment: () => ({
    en: 'No payment of ours has this order id. Look at it at the provider.',
    ja: 'この受注IDの支払いはありません。決済会社の管理画面でご確認ください。',
  }),
  other_method: () => ({
    en: 'Our payment was made by another method.',
    ja: '当店の支払方法と異なります。',
  }),
  other_amount: (row) => ({
    en: `Our payment is ¥${ours(row)}. Put the difference right at the provider.`,
    ja: `当店の金額は${ours(row)}円です。決済会社の管理画面で差額をご確認ください。`,
  }),
  other_tracking: () => ({
    en: 'Our payment has another tracking id. Perhaps it was paid twice: look at both at the provider.',
    ja: '当店のトラッキングIDと異なります。二重に支払われた可能性があります。決済会社の管理画面でご確認ください。',
  }),
  twice: () => ({
    en: 'The order id is in the file twice.',
    ja: '同じ受注IDがファイルに2回あります。',
  }),
  not_refunded: () => ({
    en: 'Given back at the provider, but the payment is not refunded here. Cancel the tickets (npm run ops -- cancel).',
    ja: '決済会社側では返金済みですが、当店では返金していません。チケットを取り消してください（npm run ops -- cancel）。',
  }),
  not_settled: () => ({
    en: 'The payment is open here and the provider did not confirm it when asked. Import the file again later.',
    ja: '当店では支払いが完了しておらず、照会でも確認できませんでした。後ほど再度取り込んでください。',
  }),
};

const differenceLine = (row: FileDifference): BilingualText => {
  const { orderId, number, amount, problem } = row;
  const advice = problems[problem](row);
  const name = number ?? orderId;
  return {
    en: line`line ${row.line}  ${name}  ¥${yenDigits(amount)}\n    ${advice.en}`,
    ja: line`${row.line}行目  ${name}  ${yenDigits(amount)}円\n    ${advice.ja}`,
  };
};

const overdueLine = ({ number, order, method, amount, since }: Overdue): BilingualText => ({
  en: line`${number ?? order}  ${method}  ¥${yenDigits(amount)}  in no file since ${since}`,
  ja: line`${number ?? order}  ${method}  ${yenDigits(amount)}円  ${since} 以降のファイルに記載なし`,
});

/** The result of a daily file as text. `days`: after so many an unconfirmed payment is overdue. */
export const confirmedText = ({ rows, confirmed, known, late, ...found }: Confirmed, days: number): BilingualText => {
  const lines = [...found.differences.map(differenceLine), ...found.overdue.map(overdueLine)];
  const [differs, overdue] = [found.differences.length, found.overdue.length];
  return {
    en: [
      `${rows} rows read: ${confirmed} payments confirmed, ${known} known already, ${late} that we had not known of (honoured or given back), ${differs} that differ. ${overdue} payments unconfirmed for more than ${days} days.`,
      ...lines.map(({ en }) => en),
    ].join('\n'),
    ja: [
      `${rows}行を読み込みました：確定 ${confirmed}件、確認済み ${known}件、未記録の入金 ${late}件（受付または返金）、不一致 ${differs}件。${days}日を超えて未確認の支払い ${overdue}件。`,
      ...lines.map(({ ja }) => ja),
    ].join('\n'),
  };
};
