import { line } from '#server/core/shown.ts';
import type { BilingualText } from './bilingual-text.ts';
import type { PlannedMail } from './rehearse.ts';

const indented = (text: string): string => text.replaceAll(/^/gm, '  ');

/** Text for a dry run: what the operation would report, which order it is about as it is now, and whom mails would go to. */
export const rehearsedText = (
  would: BilingualText,
  order: BilingualText | null,
  mails: readonly PlannedMail[],
): BilingualText => {
  const list = mails.map(({ kind, to }) => line`  ${kind} → ${to}`).join('\n');
  /* A token that was made and unmade must not look like one that works. */
  const shown = (text: string) => indented(text.replaceAll(/operator_[0-9a-f]{10}_[\w-]{43}/g, 'operator_…'));
  return {
    en: [
      'Dry run: nothing was changed, no mail was sent and no money moved. It would report:',
      shown(would.en),
      ...(order ? ['About this order, as it is now:', indented(order.en)] : []),
      mails.length > 0 ? `Mails that would be sent:\n${list}` : 'No mail would be sent.',
    ].join('\n'),
    ja: [
      '確認のみ：変更・メール送信・返金は行っていません。実行した場合の結果：',
      shown(would.ja),
      ...(order ? ['対象の予約（現在）：', indented(order.ja)] : []),
      mails.length > 0 ? `送信されるメール：\n${list}` : 'メールは送信されません。',
    ].join('\n'),
  };
};
