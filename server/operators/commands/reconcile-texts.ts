import { line } from '#server/core/shown.ts';
import { isLive } from '#server/db/live-attempts.ts';
import { confirmedWithin } from '#server/payments/daily-file.ts';
import type { Reconciled, Unmatched } from '#server/payments/reconcile.ts';
import type { Unapplied } from '#server/payments/unapplied.ts';
import { yenDigits } from '#src/domain/money.ts';
import type { BilingualText } from './bilingual-text.ts';

/** What to do about an order that does not match. */
const adviceOn = (row: Unmatched): BilingualText => {
  const { kind, attempts, owed, captured, refunded, method, unconfirmedSince, alarm } = row;
  const over = captured - refunded - owed;
  const yen = `¥${yenDigits(Math.abs(over))}`;
  if (kind === 'silence')
    return {
      en: 'The provider did not answer. Ask again in a minute; when it stays so, look at its status page and at the keys.',
      ja: '決済会社から回答がありません。少し待って再度お試しください。続く場合は、決済会社の稼働状況と接続設定をご確認ください。',
    };
  if (kind === 'unconfirmed')
    return {
      en: `Accepted on the provider's notice. Its daily file confirms it: npm run ops -- confirm softbank <file.csv>`,
      ja: '決済会社からの通知に基づいて受け付けました。日次ファイルを取り込むと確定します（npm run ops -- confirm softbank <file.csv>）。',
    };
  if (unconfirmedSince !== null && kind === 'differs')
    return {
      en: `Accepted on the provider's notice, but no daily file has named it within ${confirmedWithin} days. Import the missing files (npm run ops -- confirm softbank <file.csv>); if it is in none, look it up at the provider and cancel the tickets if nothing was paid.`,
      ja: `決済会社からの通知に基づいて受け付けましたが、${confirmedWithin}日以内の日次ファイルに記載がありません。未取込のファイルを取り込み（npm run ops -- confirm softbank <file.csv>）、記載がなければ決済会社の管理画面で確認し、入金がない場合はチケットを取り消してください。`,
    };
  if (kind === 'unaskable')
    return {
      en: `${method} has no call to ask by. Compare the amount with the provider's own list of payments.`,
      ja: `${method} には照会の方法がありません。決済会社の管理画面の取引一覧と金額をお確かめください。`,
    };
  if (kind === 'disputed')
    return {
      en: 'The bank is asked to take the money back. Answer the dispute at the provider; before the visit you may cancel the tickets (npm run ops -- cancel).',
      ja: 'カード会社等から支払いへの異議申し立て（チャージバック）がありました。決済会社の管理画面で対応してください。ご利用前であればチケットを取り消せます（npm run ops -- cancel）。',
    };
  if (attempts.includes('refund_due') && alarm) {
    const code = alarm.code && ` (${alarm.code})`;
    const isFailed = alarm.kind === 'refund_failed';
    return {
      en: `${isFailed ? `The bank could not give the money back${code}` : `The provider refuses the refund for good${code}`}; the server does not repeat it. Give ${yen} back at the provider or by another way; npm run ops -- refund asks once more.`,
      ja: `${isFailed ? `返金が銀行側で失敗しました${code}` : `決済会社が返金を拒否しました${code}`}。サーバーは再依頼しません。決済会社の管理画面または別の方法で ${yen} を返金してください。npm run ops -- refund で再度依頼できます。`,
    };
  }
  if (attempts.includes('refund_due'))
    return {
      en: `${yen} are due back. The server asks for it every few seconds; when it stays so, give it back at the provider.`,
      ja: `${yen} の返金が済んでいません。サーバーが自動で繰り返し依頼しています。続く場合は、決済会社の管理画面で返金してください。`,
    };
  if (over > 0 && attempts.some(isLive))
    return {
      en: `${yen} were taken and are not written down yet. The server asks by itself when the hold is over; look again then.`,
      ja: `${yen} の入金がまだ記録されていません。確保時間が終わるとサーバーが自動で照会します。その後に再度ご確認ください。`,
    };
  if (over > 0)
    return {
      en: `The provider holds ${yen} that no valid ticket stands for. Give it back at the provider.`,
      ja: `有効なチケットのない入金が ${yen} あります。決済会社の管理画面で返金してください。`,
    };
  return {
    en: `${yen} are missing: never taken, or given back at the provider. If given back: npm run ops -- refund ends the tickets and writes it down. Otherwise cancel the tickets (npm run ops -- cancel), or ask for the money again.`,
    ja: `${yen} が不足しています（入金がないか、決済会社側で返金済みです）。返金済みの場合は npm run ops -- refund でチケットの取り消しと返金を記録できます。それ以外の場合はチケットを取り消すか（npm run ops -- cancel）、お支払いをご依頼ください。`,
  };
};

/** One order that does not match: our state, the provider's, since when, and what to do. */
const lineOf = (row: Unmatched): BilingualText => {
  const { kind, order, number, method, status, attempts, owed, captured, refunded, since } = row;
  const [ours, taken, back] = [owed, captured, refunded].map(yenDigits);
  const name = number ?? order;
  const advice = adviceOn(row);
  const isKnown = kind === 'differs' || kind === 'disputed';
  return {
    en: line`${name}  ${method}  ours: ${status} (${attempts.join(', ')}), ¥${ours}  ${isKnown ? `theirs: ¥${taken} taken, ¥${back} given back` : 'theirs: unknown'}  since ${since}\n    ${advice.en}`,
    ja: line`${name}  ${method}  当店：${status}（${attempts.join('、')}）${ours}円  ${isKnown ? `決済会社：入金${taken}円・返金${back}円` : '決済会社：不明'}  ${since} から\n    ${advice.ja}`,
  };
};

/** A reported payment that no order can get. */
const unappliedLine = ({ order, method, id, amount, currency, payment, since }: Unapplied): BilingualText => {
  const sum = currency === 'jpy' ? `¥${yenDigits(amount)}` : `${amount} ${currency}`;
  const command = `npm run ops -- returned ${payment} ${id}`;
  return {
    en: line`${order}  ${method}  refund due: ${sum}, reported under ${id}, which no order can get  since ${since}\n    Look both up at the provider. Give the money back there if it was paid, then: ${command}`,
    ja: line`${order}  ${method}  要返金：${sum}（取引ID ${id}、どの注文にも充当できません） ${since} から\n    決済会社の管理画面で両者をご確認ください。入金があれば返金し、その後：${command}`,
  };
};

/** A refund that the operator has made. */
export const returnedText = (id: string, amount: number): BilingualText => ({
  en: line`¥${yenDigits(amount)} of ${id} are noted as given back.`,
  ja: line`取引ID ${id} の ${yenDigits(amount)}円を返金済みとして記録しました。`,
});

/** The result of a comparison as text: a heading, the orders that do not match, and refunds that a person has to make. */
export const reconciledText = ({ orders, unmatched, unapplied, unlisted }: Reconciled): BilingualText => {
  const count = (kind: Unmatched['kind']) => unmatched.filter((row) => row.kind === kind).length;
  const [differs, silence, unaskable] = [count('differs') + count('disputed'), count('silence'), count('unaskable')];
  const unconfirmed = count('unconfirmed');
  const more = {
    en: `${unlisted} more refunds are due; they are listed as those above are noted as given back.`,
    ja: `ほかに${unlisted}件の要返金があります。上記を返金済みとして記録すると表示されます。`,
  };
  const lines = [...unmatched.map(lineOf), ...unapplied.map(unappliedLine), ...(unlisted > 0 ? [more] : [])];
  return {
    en: [
      `${orders} orders compared with the providers' books: ${differs} do not match, ${silence} without an answer, ${unconfirmed} not yet confirmed by a daily file, ${unaskable} that cannot be asked about.`,
      ...lines.map(({ en }) => en),
    ].join('\n'),
    ja: [
      `${orders}件の注文を決済会社の記録と照合しました：不一致 ${differs}件、回答なし ${silence}件、日次ファイル未確認 ${unconfirmed}件、照会できないもの ${unaskable}件。`,
      ...lines.map(({ ja }) => ja),
    ].join('\n'),
  };
};
