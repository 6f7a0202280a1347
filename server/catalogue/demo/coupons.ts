import type { CouponTexts } from '#server/db/catalogue-tables.ts';
import type { CouponChannel, DiscountKind } from '#src/domain/coupon.ts';
import { addDays } from '#src/domain/dates.ts';

/** One coupon of the demo data; every site has the same ones. */
export type SeedCoupon = {
  code: string;
  kind: DiscountKind;
  amount: number;
  channel: CouponChannel;
  /** Expiry; null: never. */
  valid_until: string | null;
  /** First and last day of the visits it is valid for; null: any day. */
  visit: { from: string; to: string } | null;
  limit: number | null;
  /** Uses before the shop opened. */
  uses: number;
  /** Only for a part of the shop: see `partOf` in `seed.ts`. */
  partOnly: boolean;
  words: Required<CouponTexts>;
};

type Own = Pick<SeedCoupon, 'code' | 'kind' | 'amount' | 'words'> & Partial<SeedCoupon>;
const coupon = (own: Own): SeedCoupon => ({
  channel: 'web',
  valid_until: null,
  visit: null,
  limit: null,
  uses: 0,
  partOnly: false,
  ...own,
});

/**
 * Coupons that work and one for each reason of a rejection (docs/product.md#mapped-failures). `from`: first day of the
 * seed.
 */
export const couponsFrom = (from: string): SeedCoupon[] => [
  coupon({
    code: 'WELCOME10',
    kind: 'percent',
    amount: 10,
    words: {
      ja: { name: 'はじめてのご入場 10%割引' },
      en: { name: 'Welcome: 10% off' },
      'zh-hans': { name: '首次参观九折优惠' },
      kr: { name: '첫 방문 10% 할인' },
      'zh-hant': { name: '首次參觀九折優惠' },
    },
  }),
  coupon({
    code: 'LIGHT500',
    kind: 'fixed',
    amount: 500,
    words: {
      ja: { name: '光のクーポン 500円引き' },
      en: { name: 'Light coupon: ¥500 off' },
      'zh-hans': { name: '光之优惠券 立减500日元' },
      kr: { name: '빛의 쿠폰 500엔 할인' },
      'zh-hant': { name: '光之優惠券 折抵500日圓' },
    },
  }),
  coupon({
    code: 'FULLFREE',
    kind: 'percent',
    amount: 100,
    words: {
      ja: { name: 'ご招待（全額割引）' },
      en: { name: 'Invitation: nothing to pay' },
      'zh-hans': { name: '招待券（全额减免）' },
      kr: { name: '초대 쿠폰(전액 할인)' },
      'zh-hant': { name: '招待券（全額減免）' },
    },
  }),
  coupon({
    code: 'EXPIRED',
    kind: 'percent',
    amount: 15,
    valid_until: `${addDays(from, -30)}T00:00:00+09:00`,
    words: {
      ja: { name: '先行予約 15%割引' },
      en: { name: 'Early booking: 15% off' },
      'zh-hans': { name: '早鸟预订八五折优惠' },
      kr: { name: '사전 예매 15% 할인' },
      'zh-hant': { name: '早鳥預訂八五折優惠' },
    },
  }),
  coupon({
    code: 'USEDUP',
    kind: 'fixed',
    amount: 1000,
    limit: 100,
    uses: 100,
    words: {
      ja: { name: '先着100名様 1,000円引き' },
      en: { name: '¥1,000 off for the first 100 orders' },
      'zh-hans': { name: '前100名立减1,000日元' },
      kr: { name: '선착순 100명 1,000엔 할인' },
      'zh-hant': { name: '前100名折抵1,000日圓' },
    },
  }),
  coupon({
    code: 'OTHERONLY',
    kind: 'percent',
    amount: 20,
    partOnly: true,
    words: {
      ja: { name: '対象チケット限定 20%割引' },
      en: { name: '20% off selected tickets' },
      'zh-hans': { name: '指定门票八折优惠' },
      kr: { name: '대상 티켓 한정 20% 할인' },
      'zh-hant': { name: '指定門票八折優惠' },
    },
  }),
  coupon({
    code: 'FUTURE',
    kind: 'percent',
    amount: 10,
    visit: { from: addDays(from, 3650), to: addDays(from, 3680) },
    words: {
      ja: { name: '周年記念期間 10%割引' },
      en: { name: 'Anniversary days: 10% off' },
      'zh-hans': { name: '周年纪念期间九折优惠' },
      kr: { name: '기념 기간 10% 할인' },
      'zh-hant': { name: '週年紀念期間九折優惠' },
    },
  }),
  coupon({
    code: 'GATEONLY',
    kind: 'fixed',
    amount: 300,
    channel: 'gate',
    words: {
      ja: { name: '窓口限定 300円引き' },
      en: { name: '¥300 off at the ticket counter' },
      'zh-hans': { name: '售票窗口专享 立减300日元' },
      kr: { name: '현장 매표소 한정 300엔 할인' },
      'zh-hant': { name: '售票窗口限定 折抵300日圓' },
    },
  }),
];
