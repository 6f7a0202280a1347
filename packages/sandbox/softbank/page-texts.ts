import { pageTexts } from '../gmo/page-texts.ts';

/** Texts of the link page: those of the other wallet's page, and some more. */
const linkTexts = {
  ja: {
    ...pageTexts.ja,
    wallets: { paypay: 'PayPayでのお支払い', alipay: 'Alipayでのお支払い' },
    buttons: {
      success: '支払う',
      late: '支払う（結果通知が遅れる）',
      never: '支払う（結果通知が届かない）',
      wrong_amount: '支払う（金額が異なる）',
      bad_hash: '支払う（結果通知の署名が誤っている）',
      decline: '残高不足で失敗する',
      error: 'エラーになる',
      cancel: 'キャンセル',
    },
  },
  en: {
    ...pageTexts.en,
    wallets: { paypay: 'Pay by PayPay', alipay: 'Pay by Alipay' },
    buttons: {
      success: 'Pay',
      late: 'Pay (the result is told late)',
      never: 'Pay (the result is never told)',
      wrong_amount: 'Pay (another amount)',
      bad_hash: 'Pay (the result is signed wrongly)',
      decline: 'Fail: not enough balance',
      error: 'Fail: error',
      cancel: 'Cancel',
    },
  },
} as const;

export type Choice = keyof (typeof linkTexts)['en']['buttons'];

const isChoice = (text: string): text is Choice => Object.hasOwn(linkTexts.en.buttons, text);

export const choices = Object.keys(linkTexts.en.buttons).filter(isChoice);

/** Texts by the header Accept-Language: Japanese or English. */
export const linkTextsFor = (acceptLanguage: string | undefined) =>
  /^\s*ja\b/i.test(acceptLanguage ?? '') ? linkTexts.ja : linkTexts.en;
