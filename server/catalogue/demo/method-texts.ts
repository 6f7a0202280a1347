import { amounts, type Method } from '#src/domain/payment.ts';
import type { SeedSite } from './types.ts';

type MethodRow = SeedSite['methods'][number];

const banks = 'Visa・Mastercard・JCB・American Express';

const stripeCard: MethodRow['words'] = {
  ja: { name: 'クレジットカード', note: `${banks}がご利用いただけます。` },
  en: { name: 'Credit card', note: 'Visa, Mastercard, JCB, American Express.' },
  'zh-hans': { name: '信用卡', note: '可使用 Visa、Mastercard、JCB、American Express。' },
  kr: { name: '신용카드', note: 'Visa·Mastercard·JCB·American Express를 사용하실 수 있습니다.' },
  'zh-hant': { name: '信用卡', note: '可使用 Visa、Mastercard、JCB、American Express。' },
};

/** A card whose bank may require an identity check. */
const securedCard: MethodRow['words'] = {
  ja: { name: 'クレジットカード', note: `${banks}。カード会社の本人認証が必要な場合があります。` },
  en: {
    name: 'Credit card',
    note: 'Visa, Mastercard, JCB, American Express. Your bank may ask you to confirm that it is you.',
  },
  'zh-hans': { name: '信用卡', note: 'Visa、Mastercard、JCB、American Express。发卡银行可能会要求验证身份。' },
  kr: { name: '신용카드', note: 'Visa·Mastercard·JCB·American Express. 카드사에서 본인 인증을 요청할 수 있습니다.' },
  'zh-hant': { name: '信用卡', note: 'Visa、Mastercard、JCB、American Express。發卡銀行可能會要求驗證身分。' },
};

const paypay: MethodRow['words'] = {
  ja: { name: 'PayPay', note: 'PayPayの画面でお支払いいただいたあと、この画面に戻ります。' },
  en: { name: 'PayPay', note: 'You pay on the PayPay page and are then brought back here.' },
  'zh-hans': { name: 'PayPay', note: '将前往 PayPay 页面支付，完成后返回本页面。' },
  kr: { name: 'PayPay', note: 'PayPay 화면으로 이동하여 결제하신 후 이 화면으로 돌아옵니다.' },
  'zh-hant': { name: 'PayPay', note: '將前往 PayPay 頁面付款，完成後返回本頁面。' },
};

const alipay: MethodRow['words'] = {
  ja: { name: 'Alipay（支付宝）', note: 'Alipayの画面でお支払いいただいたあと、この画面に戻ります。' },
  en: { name: 'Alipay', note: 'You pay on the Alipay page and are then brought back here.' },
  'zh-hans': { name: '支付宝', note: '将前往支付宝页面支付，完成后返回本页面。' },
  kr: { name: '알리페이(Alipay)', note: '알리페이 화면으로 이동하여 결제하신 후 이 화면으로 돌아옵니다.' },
  'zh-hant': { name: '支付寶', note: '將前往支付寶頁面付款，完成後返回本頁面。' },
};

const free: MethodRow['words'] = {
  ja: { name: 'お支払いなし', note: '合計が0円のため、お支払いはありません。' },
  en: { name: 'Nothing to pay', note: 'The total is ¥0, so no payment is needed.' },
  'zh-hans': { name: '无需支付', note: '合计为0日元，无需支付。' },
  kr: { name: '결제 없음', note: '합계가 0엔이므로 결제하지 않으셔도 됩니다.' },
  'zh-hant': { name: '無須付款', note: '總計為0日圓，無須付款。' },
};

const texts: Record<Method, MethodRow['words']> = {
  gmo: securedCard,
  gmo_paypay: paypay,
  alipay,
  stripe: stripeCard,
  stripe_secure: securedCard,
  softbank_credit: securedCard,
  softbank_alipay: alipay,
  softbank_paypay: paypay,
  free,
};

/** A method's row in a site's seed: least total in yen, and texts in five languages. */
export const methodRow = (id: Method): MethodRow => ({ id, min_amount: amounts[id].least, words: texts[id] });
