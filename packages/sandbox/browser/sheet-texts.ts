import type { Wallet } from './messages.ts';

export type SheetText =
  | 'frame'
  | 'order'
  | 'checkout'
  | 'title'
  | 'total'
  | 'pay'
  | 'declined'
  | 'challenged'
  | 'close';

export const WALLET_NAMES: Record<Wallet, string> = { apple_pay: 'Apple Pay', google_pay: 'Google Pay', link: 'Link' };

/** The wallet of this name, if there is one. */
export const walletOf = (name: string): Wallet | null => (Object.hasOwn(WALLET_NAMES, name) ? (name as Wallet) : null);

/** Texts of the wallets' buttons and sheet, by the language of `textsOf`. */
const SHEET_TEXTS: Record<string, Record<SheetText, string>> = {
  en: {
    frame: 'Wallet buttons',
    order: 'Order with {wallet}',
    checkout: 'Check out with {wallet}',
    title: 'Payment',
    total: 'Total',
    pay: 'Pay',
    declined: 'Pay with a card that is declined',
    challenged: 'Pay with a card that the bank checks',
    close: 'Close',
  },
  ja: {
    frame: 'ウォレットのボタン',
    order: '{wallet}で注文',
    checkout: '{wallet}で購入手続き',
    title: 'お支払い',
    total: '合計',
    pay: '支払う',
    declined: '承認されないカードで支払う',
    challenged: '本人認証が必要なカードで支払う',
    close: '閉じる',
  },
  'zh-Hans': {
    frame: '钱包按钮',
    order: '使用 {wallet} 下单',
    checkout: '使用 {wallet} 结账',
    title: '支付',
    total: '合计',
    pay: '支付',
    declined: '使用会被拒绝的卡支付',
    challenged: '使用需要验证身份的卡支付',
    close: '关闭',
  },
  'zh-Hant': {
    frame: '錢包按鈕',
    order: '使用 {wallet} 下單',
    checkout: '使用 {wallet} 結帳',
    title: '付款',
    total: '總計',
    pay: '付款',
    declined: '使用會被拒絕的卡付款',
    challenged: '使用需要驗證身分的卡付款',
    close: '關閉',
  },
  ko: {
    frame: '지갑 버튼',
    order: '{wallet}로 주문',
    checkout: '{wallet}로 구매 진행',
    title: '결제',
    total: '합계',
    pay: '결제',
    declined: '승인되지 않는 카드로 결제',
    challenged: '본인 인증이 필요한 카드로 결제',
    close: '닫기',
  },
};

export const sheetTextsOf = (lang: string): Record<SheetText, string> => {
  const texts = SHEET_TEXTS[lang];
  if (!texts) throw new Error(`No texts in ${lang}`);
  return texts;
};
