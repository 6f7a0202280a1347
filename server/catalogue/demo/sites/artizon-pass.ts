import type { SeedProduct } from '../types.ts';

/** The annual pass is issued at the venue, so a voucher for the season is sold. */
export const artizonPass: SeedProduct = {
  uuid: 'fee95dd1-7610-4447-b2f5-f36733e3b7f7',
  key: 'artizon-pass',
  sale_type: 'period',
  min_quantity: 1,
  max_quantity: 2,
  capacity: 5000,
  opens: 10 * 60,
  closes: 18 * 60,
  weekend: 0,
  words: {
    ja: {
      product_name: '年間パスポート引換券',
      description:
        '期間中の開館日に総合案内でパスポートとお引き換えください。引き換えの日から1年間、すべての展覧会を何度でも、時間の予約なしでご覧いただけます。',
      naming_right: '',
      caution: 'パスポートはご本人のみ有効です。引き換えの際に、お名前を確認できるものをご提示ください。',
    },
    en: {
      product_name: 'Annual pass (voucher)',
      description:
        'Exchange it at the information desk on any open day of the season. For one year from that day, see every exhibition as often as you like without booking a time.',
      naming_right: '',
      caution: 'The pass is for its holder only. Please bring something that shows your name when you collect it.',
    },
    'zh-hans': {
      product_name: '年票兑换券',
      description: '请于有效期内的开馆日在服务台兑换年票。自兑换之日起一年内，可不限次数参观所有展览，无需预约时段。',
      naming_right: '',
      caution: '年票仅限本人使用。兑换时请出示可证明姓名的证件。',
    },
    kr: {
      product_name: '연간 패스 교환권',
      description:
        '기간 중 개관일에 안내 데스크에서 연간 패스로 교환해 주세요. 교환일로부터 1년 동안 모든 전시를 시간 예약 없이 몇 번이든 관람하실 수 있습니다.',
      naming_right: '',
      caution: '패스는 본인만 사용하실 수 있습니다. 교환하실 때 성함을 확인할 수 있는 신분증을 보여 주세요.',
    },
    'zh-hant': {
      product_name: '年票兌換券',
      description: '請於期限內的開館日在服務台兌換年票。自兌換之日起一年內，可不限次數參觀所有展覽，無須預約時段。',
      naming_right: '',
      caution: '年票僅限本人使用。兌換時請出示可證明姓名的證件。',
    },
  },
  options: [
    {
      key: 'person',
      type: 'person',
      add_cost: 6000,
      min: 0,
      max: 2,
      words: {
        ja: { name: '年間パスポート', note: 'お一人様分' },
        en: { name: 'Annual pass', note: 'For one person' },
        'zh-hans': { name: '年票', note: '一人份' },
        kr: { name: '연간 패스', note: '1인용' },
        'zh-hant': { name: '年票', note: '一人份' },
      },
    },
  ],
};
