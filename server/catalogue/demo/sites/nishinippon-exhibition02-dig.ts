import type { SeedProduct } from '../types.ts';

/** Timed: a workshop, one an hour. */
export const exhibition02Dig: SeedProduct = {
  uuid: '9dd52158-c681-4611-8712-4a1d90ad911f',
  key: 'exhibition02-dig',
  sale_type: 'time',
  min_quantity: 1,
  max_quantity: 5,
  capacity: 24,
  opens: 10 * 60,
  closes: 16 * 60,
  every: 60,
  weekend: 0,
  words: {
    ja: {
      product_name: '化石発掘ワークショップ（日時指定）',
      description:
        'ハンマーとはけを使い、石の中から小さな化石を掘り出します。見つけた化石は1点お持ち帰りいただけます。所要時間は約50分です。',
      naming_right: '',
      caution:
        '展覧会の入場券は含まれていません。汚れてもよい服装でお越しください。お子さま2名につき大人の方1名の付き添いをお願いします。',
    },
    en: {
      product_name: 'Fossil dig workshop (timed)',
      description:
        'With hammer and brush you free a small fossil from its stone, and take one home. It takes about fifty minutes.',
      naming_right: '',
      caution:
        'Exhibition admission is not included. Wear clothes that may get dusty. One adult for every two children, please.',
    },
    'zh-hans': {
      product_name: '化石发掘体验课（指定日期和时间）',
      description: '用锤子和刷子从石块中挖出小化石，可将其中一件带回家。时长约50分钟。',
      naming_right: '',
      caution: '不含展览门票。请穿着不怕弄脏的衣服。每两名儿童须有一名成人陪同。',
    },
    kr: {
      product_name: '화석 발굴 체험(날짜·시간 지정)',
      description:
        '망치와 솔을 사용해 돌 속에서 작은 화석을 캐냅니다. 찾은 화석 중 한 점은 가져가실 수 있습니다. 소요 시간은 약 50분입니다.',
      naming_right: '',
      caution:
        '전시 입장권은 포함되어 있지 않습니다. 더러워져도 괜찮은 옷을 입고 와 주세요. 어린이 2명당 어른 1명이 함께해 주세요.',
    },
    'zh-hant': {
      product_name: '化石挖掘體驗課（指定日期時間）',
      description: '用鎚子和刷子從石塊中挖出小化石，可將其中一件帶回家。時間約50分鐘。',
      naming_right: '',
      caution: '不含展覽門票。請穿著不怕弄髒的衣服。每兩名兒童須有一名成人陪同。',
    },
  },
  options: [
    {
      key: 'digger',
      type: 'digger',
      add_cost: 1500,
      min: 0,
      max: 5,
      words: {
        ja: { name: '参加するお子さま・大人', note: '5歳以上' },
        en: { name: 'Digger, child or adult', note: 'Ages 5 and over' },
        'zh-hans': { name: '参加者（儿童、成人）', note: '5岁及以上' },
        kr: { name: '참가자(어린이·성인)', note: '5세 이상' },
        'zh-hant': { name: '參加者（兒童、成人）', note: '5歲以上' },
      },
    },
    {
      key: 'companion',
      type: 'companion',
      add_cost: 0,
      min: 0,
      max: 5,
      words: {
        ja: { name: '付き添いの方', note: '発掘には参加せず、見守る方' },
        en: { name: 'Accompanying adult', note: 'Watching, not digging' },
        'zh-hans': { name: '陪同者', note: '仅陪同，不参加发掘' },
        kr: { name: '동반 보호자', note: '발굴에는 참가하지 않고 지켜보시는 분' },
        'zh-hant': { name: '陪同者', note: '僅陪同，不參加挖掘' },
      },
    },
  ],
};
