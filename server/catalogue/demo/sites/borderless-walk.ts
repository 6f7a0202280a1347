import type { SeedProduct } from '../types.ts';

/** Free, on any day of the season. */
export const walk: SeedProduct = {
  uuid: '5f0c7c0a-6f1e-4b53-9d0e-1b8f0a4c2d03',
  key: 'walk',
  sale_type: 'period',
  min_quantity: 1,
  max_quantity: 6,
  capacity: 5000,
  opens: 10 * 60,
  closes: 20 * 60,
  weekend: 0,
  words: {
    ja: {
      product_name: '街なかアートウォーク参加証（無料）',
      description: '街に点在する12の作品をめぐるスタンプラリー。期間中いつでも参加でき、参加証は無料です。',
      naming_right: '',
      caution: '参加証のほかに費用はかかりません。作品の設置場所により、ご覧いただける時間が異なります。',
    },
    en: {
      product_name: 'City art walk pass (free)',
      description: 'A stamp trail to twelve artworks around the city. Join on any day of the season; the pass is free.',
      naming_right: '',
      caution: 'Nothing else to pay. Hours differ from artwork to artwork, depending on where it stands.',
    },
    'zh-hans': {
      product_name: '城市艺术漫步参加证（免费）',
      description: '寻访散布在城市各处的12件作品，沿途集章。活动期间任何一天均可参加，参加证免费。',
      naming_right: '',
      caution: '除参加证外无需其他费用。各作品的开放时间因所在地点而异。',
    },
    kr: {
      product_name: '도심 아트 워크 참가증(무료)',
      description:
        '도시 곳곳에 있는 12개의 작품을 찾아다니는 스탬프 투어입니다. 기간 중 언제든지 참가하실 수 있으며, 참가증은 무료입니다.',
      naming_right: '',
      caution: '참가증 외에 드는 비용은 없습니다. 작품이 설치된 장소에 따라 관람할 수 있는 시간이 다릅니다.',
    },
    'zh-hant': {
      product_name: '城市藝術漫步參加證（免費）',
      description: '走訪散布於城市各處的12件作品，沿途集章。活動期間任何一天皆可參加，參加證免費。',
      naming_right: '',
      caution: '除參加證外無須其他費用。各作品的開放時間因設置地點而異。',
    },
  },
  options: [
    {
      key: 'person',
      type: 'person',
      add_cost: 0,
      min: 0,
      max: 6,
      words: {
        ja: { name: '参加者', note: '年齢を問いません' },
        en: { name: 'Participant', note: 'All ages' },
        'zh-hans': { name: '参加者', note: '不限年龄' },
        kr: { name: '참가자', note: '연령 제한 없음' },
        'zh-hant': { name: '參加者', note: '不限年齡' },
      },
    },
  ],
};
