import type { SeedProduct } from '../types.ts';

/** For the whole season: one visit to a botanical garden at the members' price. */
export const carrierGarden: SeedProduct = {
  uuid: 'b370e9f4-2c7c-465f-92e0-d1aceb073918',
  key: 'carrier-garden',
  sale_type: 'period',
  min_quantity: 1,
  max_quantity: 6,
  capacity: 12000,
  opens: 9 * 60,
  closes: 17 * 60,
  weekend: 0,
  words: {
    ja: {
      product_name: '会員優待 みさき植物園 入園券（期間中いつでも）',
      description: '温室とばら園のある海辺の植物園を、通常料金の3割引で。期間中のお好きな日に1回ご入園いただけます。',
      naming_right: '',
      caution: '会員ご本人と同伴の方5名までご利用いただけます。入園の際に会員画面をご提示ください。',
    },
    en: {
      product_name: 'Members’ price: Misaki Botanical Garden (any day)',
      description:
        'A garden by the sea with glasshouses and roses, at thirty per cent off. One visit on any open day of the season.',
      naming_right: '',
      caution: 'For the member and up to five companions. Please show your membership screen at the gate.',
    },
    'zh-hans': {
      product_name: '会员优惠 岬植物园门票（期间通用）',
      description: '设有温室与玫瑰园的海滨植物园，会员享七折。有效期内可任选一天入园一次。',
      naming_right: '',
      caution: '限会员本人及同行者（最多5人）使用。入园时请出示会员页面。',
    },
    kr: {
      product_name: '회원 우대 미사키 식물원 입장권(기간 중 언제든지)',
      description:
        '온실과 장미원이 있는 바닷가 식물원을 30% 할인된 요금으로 만나 보세요. 기간 중 원하는 날 한 번 입장하실 수 있습니다.',
      naming_right: '',
      caution: '회원 본인과 동반자 5명까지 이용하실 수 있습니다. 입장하실 때 회원 화면을 보여 주세요.',
    },
    'zh-hant': {
      product_name: '會員優惠 岬植物園門票（期間通用）',
      description: '設有溫室與玫瑰園的海濱植物園，會員享七折。有效期間內可任選一天入園一次。',
      naming_right: '',
      caution: '限會員本人及同行者（最多5人）使用。入園時請出示會員畫面。',
    },
  },
  options: [
    {
      key: 'adult',
      type: 'adult',
      add_cost: 560,
      min: 0,
      max: 6,
      words: {
        ja: { name: '大人', note: '通常800円' },
        en: { name: 'Adult', note: 'Usually ¥800' },
        'zh-hans': { name: '成人', note: '原价800日元' },
        kr: { name: '성인', note: '정상가 800엔' },
        'zh-hant': { name: '成人', note: '原價800日圓' },
      },
    },
    {
      key: 'child',
      type: 'child',
      add_cost: 0,
      min: 0,
      max: 6,
      needs: ['adult'],
      words: {
        ja: { name: '中学生以下', note: '会員と同伴で無料' },
        en: { name: 'Ages 15 and under', note: 'Free with a member' },
        'zh-hans': { name: '初中生及以下', note: '与会员同行免费' },
        kr: { name: '중학생 이하', note: '회원과 함께 입장하면 무료' },
        'zh-hant': { name: '國中生以下', note: '與會員同行免費' },
      },
    },
  ],
};
