import { line } from '#server/core/shown.ts';
import type { Erased } from '#server/operators/retention/erase.ts';
import type { Replayed } from '#server/operators/retention/erasures.ts';
import type { PersonExport } from '#server/operators/retention/export.ts';
import type { RetentionCounts, RetentionResult } from '#server/operators/retention/run.ts';
import { yenDigits } from '#src/domain/money.ts';
import type { Receipt } from '#src/domain/receipt.ts';
import type { BilingualText, OperatorProblemText } from './bilingual-text.ts';

/** Texts for refused commands about personal data. */
export const personalDataProblems = {
  anonymous: ({ number }) => ({
    en: `Reservation ${number}: its personal data is gone, nothing names its holder any more.`,
    ja: `予約番号 ${number} の個人情報は消去済みです。`,
  }),
  nobody: () => ({
    en: 'Nothing is stored under this address.',
    ja: 'このメールアドレスに関する情報は保存されていません。',
  }),
  paying: () => ({
    en: 'A payment of this person is under way. Try again when it is over, in half an hour at most.',
    ja: 'この方のお支払いが進行中です。30分ほど後に、もう一度お試しください。',
  }),
  visiting: () => ({
    en: 'A visit of this person is under way: some of the party are in, others may still come. Try again when it is over.',
    ja: 'この方は来場中です（一部の方が入場済みです）。入場枠の終了後にお試しください。',
  }),
  upcoming: () => ({
    en: 'This person has tickets for visits to come, or holds seats. Nothing was erased. With --cancel they are cancelled; no money goes back (npm run ops -- refund does that, before).',
    ja: '今後のチケット、または確保中の枠があります。何も消去していません。--cancel を付けると取り消して消去します。返金は行いません（必要な場合は先に refund を実行してください）。',
  }),
  refund_open: () => ({
    en: 'Money of this person is on its way back. Nothing was erased. Wait until it is done, or use --cancel: the refund goes on, but no mail is sent about it.',
    ja: '返金の手続き中です。何も消去していません。完了をお待ちいただくか、--cancel を付けてください（返金は続きますが、完了メールは送られません）。',
  }),
} satisfies Record<string, OperatorProblemText>;

const classes: Record<keyof RetentionCounts, BilingualText> = {
  mails: { en: 'mails', ja: 'メール' },
  subscriptions: { en: 'ended newsletter subscriptions', ja: '停止済みのメールマガジン登録' },
  link_requests: { en: 'unanswered requests for links', ja: '未処理のリンク請求' },
  unpaid: { en: 'expired or cancelled orders', ja: '期限切れ・取消の注文' },
  visits: { en: 'orders after their visit', ja: '来場後の注文' },
  records: { en: 'sales records past the legal period', ja: '法定保存期間を過ぎた売上記録' },
};

const listed = (counts: RetentionCounts, lang: keyof BilingualText): string =>
  Object.entries(classes)
    .map(([name, label]) => `  ${label[lang]}: ${counts[name as keyof RetentionCounts]}`)
    .join('\n');

/** Data past its retention period, and when it will be deleted. */
export const dueText = (counts: RetentionCounts, awaits: boolean, last: string | null): BilingualText => ({
  en: [
    'Personal data past its retention period:',
    listed(counts, 'en'),
    last ? `Last run: ${last}.` : 'No run yet.',
    awaits
      ? 'Nothing is deleted until you confirm it: npm run ops -- retention --apply'
      : 'It is deleted by the next daily run, at 04:00, or now with --apply.',
  ].join('\n'),
  ja: [
    '保存期間を過ぎた個人情報：',
    listed(counts, 'ja'),
    last ? `前回の処理：${last}` : '処理はまだ行われていません。',
    awaits
      ? '確認されるまで消去しません：npm run ops -- retention --apply'
      : '毎日4時の処理で消去します。--apply ですぐに消去できます。',
  ].join('\n'),
});

/** What a retention run has deleted. */
export const retentionText = (result: RetentionResult | null): BilingualText => {
  if (!result)
    return { en: 'Another process is at it; see its log.', ja: '別のプロセスが処理中です。ログをご確認ください。' };
  if (result.isReport)
    return {
      en: 'RETENTION=report is set: nothing is deleted.',
      ja: 'RETENTION=report が設定されているため、消去しません。',
    };
  return {
    en: `${result.isDone ? 'Done' : 'Begun; it goes on in the background'}:\n${listed(result.counts, 'en')}`,
    ja: `${result.isDone ? '完了しました' : '開始しました。残りはサーバーが続けます'}：\n${listed(result.counts, 'ja')}`,
  };
};

/** What an erasure would do, or has done, and where copies remain. */
export const erasedText = (counts: Erased, isDone: boolean, backupDays: number): BilingualText => {
  const { orders, tickets, mails, subscriptions, link_requests: requests } = counts;
  const { cancelled_orders, cancelled_tickets, kept_yen, refund_due_yen } = counts;
  const isBlocked = cancelled_orders + cancelled_tickets + refund_due_yen > 0;
  return {
    en: [
      `${isDone ? 'Erased' : 'Would be erased'}: ${orders} orders, ${tickets} tickets, ${mails} mails, ${subscriptions} newsletter subscriptions, ${requests} requests for links. Accounts stay, without a person.`,
      ...(cancelled_orders + cancelled_tickets > 0
        ? [
            `${isDone ? 'Cancelled' : 'To be cancelled, which needs --cancel'}: ${cancelled_tickets} tickets for visits to come, ${cancelled_orders} orders that hold seats. What was paid for them (¥${yenDigits(kept_yen)} before coupons) ${isDone ? 'was' : 'is'} not paid back, and no mail is sent about it.`,
          ]
        : []),
      ...(refund_due_yen > 0
        ? [`¥${yenDigits(refund_due_yen)} are on their way back${isDone ? '' : ' (needs --cancel)'}; that goes on.`]
        : []),
      `Copies made before hold the data until you delete them: files of npm run db -- dump, PostgreSQL's own backups, copies of DATA_DIR (you say: ${backupDays} days). The payment providers and mail servers hold their own: docs/personal-data.md.`,
      ...(isDone ? [] : [`Nothing was changed. To erase: --apply${isBlocked ? ' --cancel' : ''}`]),
    ].join('\n'),
    ja: [
      `${isDone ? '消去しました' : '消去の対象'}：注文${orders}件、チケット${tickets}枚、メール${mails}通、メールマガジン登録${subscriptions}件、リンク請求${requests}件。会計記録は個人を特定できない形で残ります。`,
      ...(cancelled_orders + cancelled_tickets > 0
        ? [
            `${isDone ? '取り消しました' : '取り消しが必要です（--cancel）'}：今後のチケット${cancelled_tickets}枚、枠を確保中の注文${cancelled_orders}件。お支払い（クーポン適用前${yenDigits(kept_yen)}円）は返金せず、メールも送りません。`,
          ]
        : []),
      ...(refund_due_yen > 0
        ? [`返金手続き中：${yenDigits(refund_due_yen)}円${isDone ? '' : '（--cancel が必要です）'}。返金は続きます。`]
        : []),
      `これまでのバックアップ（npm run db -- dump のファイル、PostgreSQLのバックアップ、DATA_DIRの複製）には、削除するまで残ります（設定：${backupDays}日）。決済会社とメールサーバーの記録は docs/personal-data.md をご覧ください。`,
      ...(isDone ? [] : [`まだ何も変更していません。実行：--apply${isBlocked ? ' --cancel' : ''}`]),
    ].join('\n'),
  };
};

/** Result of the erasures that were repeated after a restore. */
export const replayedText = ({ erased, blocked }: Replayed): BilingualText => ({
  en: `Erasures repeated after a restore: ${erased}. Waiting for a visit to come or a payment: ${blocked}.`,
  ja: `復元後の再消去：${erased}件。今後の来場またはお支払いのため保留：${blocked}件。`,
});

/** Summary of an export. */
export const exportedText = (data: PersonExport): BilingualText => {
  const paid = data.orders.filter(({ status }) => status === 'paid').length;
  const counts = [data.orders.length, paid, data.tickets.length, data.tickets_sent.length, data.mails.length];
  const [orders, , tickets, sent, mails] = counts;
  return {
    en: `Stored about this person: ${orders} orders (${paid} paid), ${tickets} tickets, ${sent} tickets sent to others, ${mails} mails, ${data.newsletters.length} newsletter subscriptions. Send it to the person only after checking who asks.`,
    ja: `保存されている情報：注文${orders}件（支払い済み${paid}件）、チケット${tickets}枚、他の方へ送付${sent}枚、メール${mails}通、メールマガジン${data.newsletters.length}件。ご本人であることを確認してからお渡しください。`,
  };
};

/** A copy of a receipt as text. */
export const receiptText = (receipt: Receipt): BilingualText => {
  const lines = receipt.lines.map(({ name, quantity, amount }) => line`  ${name} × ${quantity}  ¥${yenDigits(amount)}`);
  const taxes = receipt.taxes.map(({ rate, tax }) => `  ${rate} %: ¥${yenDigits(tax)}`);
  const { number, date, total, issuer, product_name } = receipt;
  const head = line`${number}  ${date}  ${issuer.name} ${issuer.invoice_number}`;
  return {
    en: [head, line`${product_name}`, ...lines, `Total ¥${yenDigits(total)}, of it tax:`, ...taxes].join('\n'),
    ja: [head, line`${product_name}`, ...lines, `合計 ${yenDigits(total)}円（うち消費税）：`, ...taxes].join('\n'),
  };
};
