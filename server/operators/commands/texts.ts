import { line } from '#server/core/shown.ts';
import type { Refunded } from '#server/payments/refund.ts';
import type { OperatorProblem, OperatorProblemCode } from '#server/shared/operator-problem.ts';
import type { Cancelled } from '#server/tickets/end-tickets.ts';
import type { Admission } from '#server/tickets/gate.ts';
import type { Resent } from '#server/tickets/resend.ts';
import type { Revoked } from '#server/tickets/revoke.ts';
import { clock, longDay, venueDay } from '#src/domain/dates.ts';
import { yenDigits } from '#src/domain/money.ts';
import type { BilingualText, OperatorProblemText } from './bilingual-text.ts';
import { personalDataProblems } from './personal-data-texts.ts';

const dayOf = (moment: string, locale: string): string => longDay(venueDay(moment), locale);

const momentIn = (locale: string, at: string): string => `${dayOf(at, locale)} ${clock(at)}`;

/** A slot in the venue's time, with its last day where that is another one. Whole days have no hours. */
export const slotIn = (locale: string, { from = '', to = '' }: { from?: string; to?: string }): string => {
  const end = new Date(Date.parse(to) - 1).toISOString();
  const isOneDay = venueDay(from) === venueDay(end);
  if (clock(from) === '00:00' && clock(to) === '00:00')
    return isOneDay ? dayOf(from, locale) : `${dayOf(from, locale)} – ${dayOf(end, locale)}`;
  return `${momentIn(locale, from)}${isOneDay ? `–${clock(to)}` : ` – ${momentIn(locale, to)}`}`;
};

/** Text for people who were admitted at the gate. */
export const admittedText = ({ number, quantity, left, ...slot }: Admission): BilingualText => ({
  en: `Reservation ${number}: ${quantity} let in. Slot: ${slotIn('en', slot)}.${left > 0 ? ` Still outside: ${left}.` : ''}`,
  ja: `予約番号 ${number}：${quantity}名の入場を記録しました。入場枠：${slotIn('ja', slot)}。${left > 0 ? `未入場：${left}名。` : ''}`,
});

/** Text for cancelled tickets. */
export const cancelledText = ({ number, isWhole, quantity, used }: Cancelled): BilingualText => ({
  en: [
    isWhole
      ? `Reservation ${number}: ${quantity} cancelled, with everything split off or sent from it.`
      : `Part ${number}: ${quantity} cancelled; the rest of the order stays as it is.`,
    ...(used > 0 ? [`${used} had been used and stay so.`] : []),
    'No money was paid back. The holders are notified by email.',
  ].join(' '),
  ja: [
    isWhole
      ? `予約番号 ${number}：分割・送付した分を含む${quantity}名分を取り消しました。`
      : `予約番号 ${number}：この分の${quantity}名分のみ取り消しました。`,
    ...(used > 0 ? [`入場済みの${used}名分はそのままです。`] : []),
    '返金はしていません。お持ちの方へメールでお知らせします。',
  ].join(''),
});

/** Text for a refund, confirmed or pending. */
export const refundedText = ({ number, amount, isDone, refusal }: Refunded): BilingualText => {
  const yen = yenDigits(amount);
  if (refusal !== null)
    return {
      en: `Reservation ${number}: tickets cancelled, ¥${yen} owed. The payment provider refuses the refund for good (${refusal}), and the server does not repeat it: give the money back at the provider or by another way.`,
      ja: `予約番号 ${number}：チケットを取り消しましたが、決済会社が${yen}円の返金を拒否しました（${refusal}）。サーバーは再依頼しません。決済会社の管理画面または別の方法で返金してください。`,
    };
  return isDone
    ? {
        en: `Reservation ${number}: ¥${yen} are on their way back, tickets cancelled. The holders are notified by email.`,
        ja: `予約番号 ${number}：${yen}円の返金を決済会社が受け付け、チケットを取り消しました。お持ちの方へメールでお知らせします。`,
      }
    : {
        en: `Reservation ${number}: tickets cancelled, ¥${yen} owed. The payment provider has not confirmed yet; the server asks again by itself.`,
        ja: `予約番号 ${number}：チケットを取り消しました。${yen}円の返金は決済会社の確認待ちです。サーバーが自動で再度依頼します。`,
      };
};

/** Text for a revoked link. */
export const revokedText = ({ number, address }: Revoked): BilingualText => ({
  en: line`Reservation ${number}: link and entry codes are replaced. The new link is mailed to ${address}; earlier links and codes no longer work.`,
  ja: line`予約番号 ${number}：リンクと入場コードを更新しました。新しいリンクを ${address} へメールで送ります。以前のリンクとコードは無効です。`,
});

const resentMails: Record<string, BilingualText> = {
  completed: { en: 'the mail with the ticket', ja: 'チケットのメール' },
  ticket_sent: { en: 'the mail with the ticket that was split off or sent', ja: '分割・送付されたチケットのメール' },
  ticket_links: { en: 'a mail with the links of all visits to come', ja: '今後のご予約のリンク' },
};

/** Text for a mail that is sent again. */
export const resentText = ({ number, kind, address }: Resent): BilingualText => ({
  en: line`${number ? `Reservation ${number}: ` : ''}${address} is sent ${resentMails[kind]?.en ?? kind}.`,
  ja: line`${number ? `予約番号 ${number}：` : ''}${address} へ${resentMails[kind]?.ja ?? kind}を送ります。`,
});

/** Text for an invitation. */
export const invitedText = (mail: string): BilingualText => ({
  en: line`${mail} is invited. Seats are held when the link in the mail is confirmed, as long as there are any and the sale goes on.`,
  ja: line`${mail} へ招待メールを送ります。チケットは、販売期間中に空きがあれば、メールのリンク先で確認した時点で確保されます。`,
});

const problemTexts: Record<OperatorProblemCode, OperatorProblemText> = {
  ...personalDataProblems,
  /* The same for each reason, so that it reveals nothing about tokens. */
  operator_token_required: () => ({
    en: 'A valid operator token of this site is needed.',
    ja: 'このサイトの有効なオペレータートークンが必要です。',
  }),
  operator_scope: ({ scope, needed }) => ({
    en: `This token has the scope ${scope}; the operation needs ${needed}.`,
    ja: `このトークンの権限は ${scope} です。この操作には ${needed} が必要です。`,
  }),
  unknown: () => ({
    en: 'No ticket has this code or number. A code no longer works once its ticket is shared, taken back or moved.',
    ja: 'このコードまたは予約番号のチケットはありません。共有・共有停止・変更前のコードは無効です。',
  }),
  used: ({ number, at }) => ({
    en: `Reservation ${number}: already used${at ? ` at ${momentIn('en', at)}` : ''}.`,
    ja: `予約番号 ${number}：${at ? `${momentIn('ja', at)}に` : ''}使用済みです。`,
  }),
  entered: ({ number }) => ({
    en: `Reservation ${number}: someone is already in. Choose force to pay back all the same.`,
    ja: `予約番号 ${number}：入場済みの方がいます。それでも返金するには強制を選んでください。`,
  }),
  shared: ({ number }) => ({
    en: `Reservation ${number} is shared: the code lives behind the share link. Scan that code.`,
    ja: `予約番号 ${number} は共有中です。コードは共有リンクの画面にあります。そのコードを読み取ってください。`,
  }),
  sent: ({ number }) => ({
    en: `Reservation ${number} was handed over as a whole: the recipient has a number and a code of their own.`,
    ja: `予約番号 ${number} はすべて送付済みです。受け取った方が別の番号とコードをお持ちです。`,
  }),
  changed: ({ number }) => ({
    en: `Reservation ${number} was moved to another date: this code no longer works; the new ticket has another one.`,
    ja: `予約番号 ${number} は日時変更済みです。このコードは無効で、新しいチケットに別のコードがあります。`,
  }),
  cancelled: ({ number }) => ({
    en: `Reservation ${number} is cancelled.`,
    ja: `予約番号 ${number} は取り消されています。`,
  }),
  not_today: ({ number, ...slot }) => ({
    en: `Reservation ${number} is not for today but for ${slotIn('en', slot)}. Choose force to let in all the same.`,
    ja: `予約番号 ${number} は本日分ではありません（${slotIn('ja', slot)}）。それでも入場させるには強制を選んでください。`,
  }),
  part: ({ number }) => ({
    en: `This is the number of a part. Money goes back for the whole order only: ${number}. A part alone can be cancelled.`,
    ja: `これは分割・送付された分の番号です。返金は予約全体（${number}）に対してのみ行えます。この分だけの場合は取り消しをご利用ください。`,
  }),
  nothing_paid: ({ number }) => ({
    en: `Nothing was paid for reservation ${number}: cancel it instead.`,
    ja: `予約番号 ${number} はお支払いがありません。取り消しをご利用ください。`,
  }),
  refunded: ({ number }) => ({
    en: `Reservation ${number} was paid back already.`,
    ja: `予約番号 ${number} は返金済みです。`,
  }),
  not_on_sale: ({ slot }) => ({
    en: line`This site has no slot ${slot}.`,
    ja: line`このサイトに入場枠 ${slot} はありません。`,
  }),
  sold_out: ({ remaining }) => ({
    en: `Not enough seats in this slot: ${remaining} left.`,
    ja: `この入場枠の空きが足りません（残り${remaining}枚）。`,
  }),
  missing: ({ fields }) => ({
    en: line`Missing or not valid: ${fields}.`,
    ja: line`未入力または正しくない項目：${fields}`,
  }),
  over: ({ number }) => ({
    en: `The visit of reservation ${number} is past.`,
    ja: `予約番号 ${number} のご利用日時は過ぎています。`,
  }),
  catalogue: ({ lines }) => ({
    en: `The catalogue is refused, and nothing was changed:\n${lines}`,
    ja: `カタログを受け付けられません（変更はしていません）。\n${lines}`,
  }),
  site_needed: () => ({
    en: 'Name the site: --site. A mail address may have tickets of several.',
    ja: 'サイトを指定してください（--site）。',
  }),
  taken: ({ slot, taken }) => ({
    en: line`Slot ${slot}: ${taken} seats are sold or held. Set at least ${taken}.`,
    ja: line`入場枠 ${slot} は販売済み・手続き中が${taken}枚あります。${taken}以上にしてください。`,
  }),
  slot_replaced: ({ slot, other }) => ({
    en: line`Slot ${slot} cannot be on sale: slot ${other} of its product begins at the same time. Block that one first.`,
    ja: line`入場枠 ${slot} は再開できません。同じ時刻に入場枠 ${other} を販売中です。先に停止してください。`,
  }),
  no_token: ({ id }) => ({
    en: line`There is no token ${id}. token-list shows all.`,
    ja: line`トークン ${id} はありません。token-list で確認できます。`,
  }),
  no_payment: ({ id }) => ({
    en: line`No refund of ${id} is due. reconcile lists all.`,
    ja: line`取引ID ${id} に返金待ちはありません。reconcile で確認できます。`,
  }),
  no_mail: ({ number }) => ({
    en: `Reservation ${number} has no mail address that a new link could be sent to.`,
    ja: `予約番号 ${number} には新しいリンクを送るメールアドレスがありません。`,
  }),
};

/** Text for a rejected command. */
export const operatorProblemText = ({ code, facts }: OperatorProblem): BilingualText => problemTexts[code](facts);
