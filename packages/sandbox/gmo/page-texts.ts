/** Texts of the buyer's pages. */
export const pageTexts = {
  ja: {
    lang: 'ja',
    amount: '金額',
    lead: '試験用の画面です。実際の請求は行われません。結果をお選びください。',
    back: 'ストアに戻っています。',
    goOn: 'ストアに戻る',
    gone: 'このお支払いはすでに終了しています。',
    secure: '本人認証',
    paypay: 'PayPayでのお支払い',
    buttons: {
      Y: '認証に成功する',
      C: 'カード会社の認証画面に進む',
      N: '認証に失敗する',
      U: 'キャンセル',
      success: '支払う',
      late: '支払う（入金の確認が遅れる）',
      never: '支払わずに戻る（結果が届かない）',
      wrong_amount: '支払う（金額が異なる）',
      decline: '残高不足で失敗する',
      error: 'エラーになる',
      cancel: 'キャンセル',
    },
  },
  en: {
    lang: 'en',
    amount: 'Amount',
    lead: 'A page for tests: nothing is charged. Choose what happens.',
    back: 'Going back to the shop.',
    goOn: 'Back to the shop',
    gone: 'This payment is over already.',
    secure: 'Identity check',
    paypay: 'Pay by PayPay',
    buttons: {
      Y: 'Pass the check',
      C: 'Go to the bank’s page',
      N: 'Fail the check',
      U: 'Cancel',
      success: 'Pay',
      late: 'Pay (the money is confirmed late)',
      never: 'Go back without paying (no result)',
      wrong_amount: 'Pay (another amount)',
      decline: 'Fail: not enough balance',
      error: 'Fail: error',
      cancel: 'Cancel',
    },
  },
} as const;

export type PageTexts = (typeof pageTexts)[keyof typeof pageTexts];

/** Texts by the header Accept-Language: Japanese or English. */
export const textsFor = (acceptLanguage: string | undefined): PageTexts =>
  /^\s*ja\b/i.test(acceptLanguage ?? '') ? pageTexts.ja : pageTexts.en;
