import type { StripeError } from './messages.ts';

export type Texts = {
  lang: string;
  card: Record<CardText, string>;
  challenge: Record<ChallengeText, string>;
  /** By error code. */
  errors: Record<string, string>;
};
export type CardText = 'title' | 'frame' | 'number' | 'expiry' | 'expiryHint' | 'cvc' | 'test';
export type ChallengeText = 'title' | 'intro' | 'amount' | 'complete' | 'fail' | 'cancel' | 'broken';
/** Texts of the card form and the authentication page, in the shop's five languages. */
const TEXTS = {
  en: {
    lang: 'en',
    card: {
      title: 'Card details',
      frame: 'Secure card payment input',
      number: 'Card number',
      expiry: 'Expiration date',
      expiryHint: 'MM / YY',
      cvc: 'Security code',
      test: 'Test mode. Try 4242 4242 4242 4242.',
    },
    challenge: {
      title: 'Verify it’s you',
      intro: 'Your bank would now ask you to confirm this payment. In this test you choose the answer.',
      amount: 'Amount',
      complete: 'Complete authentication',
      fail: 'Fail authentication',
      cancel: 'Cancel',
      broken: 'The connection failed. Please try again.',
    },
    errors: {
      incomplete_number: 'Enter the full card number.',
      invalid_number: 'This card number is not valid.',
      incorrect_number: 'This card number is not valid.',
      incomplete_expiry: 'Enter the expiration date as month and year.',
      invalid_expiry_month: 'The month must be 01 to 12.',
      invalid_expiry_month_past: 'This card has expired.',
      invalid_expiry_year_past: 'This card has expired.',
      invalid_expiry_year: 'This expiration year is not valid.',
      incomplete_cvc: 'Enter the full security code.',
      invalid_cvc: 'This security code is not valid.',
      card_declined: 'Your card was declined.',
      insufficient_funds: 'Your card has insufficient funds.',
      expired_card: 'Your card has expired.',
      incorrect_cvc: 'Your card’s security code is incorrect.',
      processing_error: 'An error occurred while processing your card. Please try again in a little while.',
      test_mode_live_card: 'Real cards are not accepted here. Please use a test card.',
      payment_intent_authentication_failure:
        'We are unable to authenticate your card. Please choose a different card and try again.',
      connection: 'The connection failed. Please try again.',
    },
  },
  ja: {
    lang: 'ja',
    card: {
      title: 'カード情報',
      frame: 'カード情報の入力欄（保護されています）',
      number: 'カード番号',
      expiry: '有効期限',
      expiryHint: '月 / 年',
      cvc: 'セキュリティコード',
      test: 'テスト環境です。4242 4242 4242 4242 をお使いください。',
    },
    challenge: {
      title: '本人認証',
      intro: '実際にはカード会社による本人確認が行われます。テスト環境では結果をお選びください。',
      amount: '金額',
      complete: '認証に成功する',
      fail: '認証に失敗する',
      cancel: 'キャンセル',
      broken: '通信に失敗しました。もう一度お試しください。',
    },
    errors: {
      incomplete_number: 'カード番号を最後まで入力してください。',
      invalid_number: 'カード番号が正しくありません。',
      incorrect_number: 'カード番号が正しくありません。',
      incomplete_expiry: '有効期限を月と年で入力してください。',
      invalid_expiry_month: '月は01から12で入力してください。',
      invalid_expiry_month_past: 'カードの有効期限が切れています。',
      invalid_expiry_year_past: 'カードの有効期限が切れています。',
      invalid_expiry_year: '有効期限の年が正しくありません。',
      incomplete_cvc: 'セキュリティコードを最後まで入力してください。',
      invalid_cvc: 'セキュリティコードが正しくありません。',
      card_declined: 'カードが承認されませんでした。',
      insufficient_funds: 'カードの残高が不足しています。',
      expired_card: 'カードの有効期限が切れています。',
      incorrect_cvc: 'セキュリティコードが正しくありません。',
      processing_error: 'カードの処理中にエラーが発生しました。しばらくしてからもう一度お試しください。',
      test_mode_live_card: '実際のカードは使えません。テストカードをお使いください。',
      payment_intent_authentication_failure: '本人認証を完了できませんでした。別のカードでもう一度お試しください。',
      connection: '通信に失敗しました。もう一度お試しください。',
    },
  },
  'zh-hans': {
    lang: 'zh-Hans',
    card: {
      title: '信用卡信息',
      frame: '信用卡信息安全输入框',
      number: '卡号',
      expiry: '有效期',
      expiryHint: '月 / 年',
      cvc: '安全码',
      test: '测试环境，可使用 4242 4242 4242 4242。',
    },
    challenge: {
      title: '身份验证',
      intro: '正式环境中，发卡银行会在此验证您的身份。测试环境中请自行选择结果。',
      amount: '金额',
      complete: '验证成功',
      fail: '验证失败',
      cancel: '取消',
      broken: '连接失败，请重试。',
    },
    errors: {
      incomplete_number: '请输入完整的卡号。',
      invalid_number: '卡号不正确。',
      incorrect_number: '卡号不正确。',
      incomplete_expiry: '请输入有效期的月份和年份。',
      invalid_expiry_month: '月份须为 01 至 12。',
      invalid_expiry_month_past: '此卡已过期。',
      invalid_expiry_year_past: '此卡已过期。',
      invalid_expiry_year: '有效期年份不正确。',
      incomplete_cvc: '请输入完整的安全码。',
      invalid_cvc: '安全码不正确。',
      card_declined: '您的信用卡未获批准。',
      insufficient_funds: '卡内余额不足。',
      expired_card: '您的卡已过期。',
      incorrect_cvc: '安全码不正确。',
      processing_error: '处理信用卡时出错，请稍后再试。',
      test_mode_live_card: '此处不接受真实信用卡，请使用测试卡。',
      payment_intent_authentication_failure: '无法验证您的身份，请换一张卡再试。',
      connection: '连接失败，请重试。',
    },
  },
  'zh-hant': {
    lang: 'zh-Hant',
    card: {
      title: '信用卡資料',
      frame: '信用卡資料安全輸入欄',
      number: '卡號',
      expiry: '有效期限',
      expiryHint: '月 / 年',
      cvc: '安全碼',
      test: '測試環境，可使用 4242 4242 4242 4242。',
    },
    challenge: {
      title: '身分驗證',
      intro: '正式環境中，發卡銀行會在此驗證您的身分。測試環境中請自行選擇結果。',
      amount: '金額',
      complete: '驗證成功',
      fail: '驗證失敗',
      cancel: '取消',
      broken: '連線失敗，請再試一次。',
    },
    errors: {
      incomplete_number: '請輸入完整的卡號。',
      invalid_number: '卡號不正確。',
      incorrect_number: '卡號不正確。',
      incomplete_expiry: '請輸入有效期限的月份和年份。',
      invalid_expiry_month: '月份須為 01 至 12。',
      invalid_expiry_month_past: '此卡已過期。',
      invalid_expiry_year_past: '此卡已過期。',
      invalid_expiry_year: '有效期限的年份不正確。',
      incomplete_cvc: '請輸入完整的安全碼。',
      invalid_cvc: '安全碼不正確。',
      card_declined: '您的信用卡未獲核准。',
      insufficient_funds: '卡片餘額不足。',
      expired_card: '您的卡片已過期。',
      incorrect_cvc: '安全碼不正確。',
      processing_error: '處理卡片時發生錯誤，請稍後再試。',
      test_mode_live_card: '此處不接受真實卡片，請使用測試卡。',
      payment_intent_authentication_failure: '無法驗證您的身分，請換一張卡片再試。',
      connection: '連線失敗，請再試一次。',
    },
  },
  ko: {
    lang: 'ko',
    card: {
      title: '카드 정보',
      frame: '카드 정보 보안 입력란',
      number: '카드 번호',
      expiry: '유효기간',
      expiryHint: '월 / 년',
      cvc: '보안 코드',
      test: '테스트 환경입니다. 4242 4242 4242 4242를 사용해 보세요.',
    },
    challenge: {
      title: '본인 인증',
      intro: '실제로는 카드사에서 본인 확인을 진행합니다. 테스트 환경에서는 결과를 선택하세요.',
      amount: '금액',
      complete: '인증 성공',
      fail: '인증 실패',
      cancel: '취소',
      broken: '연결하지 못했습니다. 다시 시도해 주세요.',
    },
    errors: {
      incomplete_number: '카드 번호를 끝까지 입력해 주세요.',
      invalid_number: '카드 번호가 올바르지 않습니다.',
      incorrect_number: '카드 번호가 올바르지 않습니다.',
      incomplete_expiry: '유효기간을 월과 년으로 입력해 주세요.',
      invalid_expiry_month: '월은 01부터 12까지 입력해 주세요.',
      invalid_expiry_month_past: '유효기간이 지난 카드입니다.',
      invalid_expiry_year_past: '유효기간이 지난 카드입니다.',
      invalid_expiry_year: '유효기간의 연도가 올바르지 않습니다.',
      incomplete_cvc: '보안 코드를 끝까지 입력해 주세요.',
      invalid_cvc: '보안 코드가 올바르지 않습니다.',
      card_declined: '카드가 승인되지 않았습니다.',
      insufficient_funds: '카드 잔액이 부족합니다.',
      expired_card: '유효기간이 지난 카드입니다.',
      incorrect_cvc: '보안 코드가 올바르지 않습니다.',
      processing_error: '카드를 처리하는 중 오류가 발생했습니다. 잠시 후 다시 시도해 주세요.',
      test_mode_live_card: '실제 카드는 사용할 수 없습니다. 테스트 카드를 사용해 주세요.',
      payment_intent_authentication_failure: '본인 인증을 완료하지 못했습니다. 다른 카드로 다시 시도해 주세요.',
      connection: '연결하지 못했습니다. 다시 시도해 주세요.',
    },
  },
} satisfies Record<string, Texts>;

/** The texts for a language tag as written by Stripe.js, browsers or the shop; English for any other. */
export function textsOf(tag: string | null | undefined): Texts {
  const wanted = (!tag || tag === 'auto' ? navigator.language : tag).toLowerCase();
  if (wanted.startsWith('zh')) return /hant|tw|hk|mo/.test(wanted) ? TEXTS['zh-hant'] : TEXTS['zh-hans'];
  if (wanted.startsWith('ja')) return TEXTS.ja;
  if (wanted.startsWith('ko') || wanted === 'kr') return TEXTS.ko;
  return TEXTS.en;
}

/** The error with its message in the buyer's language, if there is one for its code. */
export function localised<E extends StripeError>(error: E, texts: Texts): E {
  const message = texts.errors[error.decline_code ?? ''] ?? texts.errors[error.code ?? ''] ?? error.message;
  return { ...error, message };
}
