import type { SeedProduct } from '../types.ts';

/** Timed: every hour, dearer at weekends. */
export const moriDeck: SeedProduct = {
  uuid: '4162dbbf-dee3-4e89-9e5e-003fdbc95178',
  key: 'mori-deck',
  sale_type: 'time',
  min_quantity: 1,
  max_quantity: 10,
  capacity: 120,
  opens: 10 * 60,
  closes: 22 * 60,
  every: 60,
  weekend: 200,
  words: {
    ja: {
      product_name: '展望デッキ入場券（日時指定）',
      description:
        '地上230メートルから街を一望する、最上階の展望デッキです。屋内回廊をめぐり、天気のよい日は屋上のオープンデッキへもお上がりいただけます。滞在時間に制限はありません。',
      naming_right: '',
      caution:
        '強風や雷のときは、屋上オープンデッキを閉鎖します。その場合も屋内回廊はご覧いただけ、払い戻しはいたしません。屋上では帽子と傘をお預かりします。',
    },
    en: {
      product_name: 'Observation deck, timed entry',
      description:
        'The whole city from 230 metres up. Walk the indoor gallery around the top floor and, in fair weather, step out onto the open roof deck. Stay as long as you like.',
      naming_right: '',
      caution:
        'The roof deck closes in strong wind or thunder; the indoor gallery stays open and tickets are not refunded. Hats and umbrellas must be left in the lockers before going up.',
    },
    'zh-hans': {
      product_name: '观景台门票（指定日期和时间）',
      description: '从230米高处俯瞰整座城市。可环绕顶层室内回廊，天气晴好时还能登上露天屋顶观景台。不限停留时间。',
      naming_right: '',
      caution: '遇强风或雷电时将关闭屋顶观景台，室内回廊照常开放，恕不退票。前往屋顶前请寄存帽子和雨伞。',
    },
    kr: {
      product_name: '전망 데크 입장권(날짜·시간 지정)',
      description:
        '지상 230미터에서 도시를 한눈에 내려다보는 최상층 전망 데크입니다. 실내 회랑을 둘러보고, 날씨가 좋은 날에는 옥상 오픈 데크에도 오르실 수 있습니다. 관람 시간에는 제한이 없습니다.',
      naming_right: '',
      caution:
        '강풍이나 천둥 번개가 있을 때는 옥상 오픈 데크를 닫습니다. 이 경우에도 실내 회랑은 이용하실 수 있으며 환불은 해 드리지 않습니다. 옥상에 오르기 전에 모자와 우산은 보관함에 맡겨 주세요.',
    },
    'zh-hant': {
      product_name: '觀景台門票（指定日期時間）',
      description: '從230公尺高處俯瞰整座城市。可環繞頂層室內迴廊，天氣晴朗時還能登上露天屋頂觀景台。不限停留時間。',
      naming_right: '',
      caution: '遇強風或雷電時將關閉屋頂觀景台，室內迴廊照常開放，恕不退票。前往屋頂前請寄放帽子與雨傘。',
    },
  },
  options: [
    {
      key: 'adult',
      type: 'adult',
      add_cost: 2200,
      min: 0,
      max: 10,
      words: {
        ja: { name: '一般', note: '18歳以上' },
        en: { name: 'Adult', note: '18 and over' },
        'zh-hans': { name: '成人', note: '18岁及以上' },
        kr: { name: '성인', note: '18세 이상' },
        'zh-hant': { name: '成人', note: '18歲以上' },
      },
    },
    {
      key: 'senior',
      type: 'senior',
      add_cost: 1900,
      min: 0,
      max: 10,
      words: {
        ja: { name: 'シニア', note: '65歳以上。年齢を確認できるものをご提示ください' },
        en: { name: 'Senior', note: '65 and over; please show proof of age' },
        'zh-hans': { name: '长者', note: '65岁及以上，请出示年龄证明' },
        kr: { name: '경로 우대', note: '65세 이상. 나이를 확인할 수 있는 신분증를 보여 주세요' },
        'zh-hant': { name: '敬老', note: '65歲以上，請出示年齡證明' },
      },
    },
    {
      key: 'child',
      type: 'child',
      add_cost: 900,
      min: 0,
      max: 10,
      words: {
        ja: { name: '子ども', note: '4〜17歳（3歳以下は無料・チケット不要）' },
        en: { name: 'Child', note: 'Ages 4 to 17 (3 and under free, no ticket needed)' },
        'zh-hans': { name: '儿童、青少年', note: '4～17岁（3岁及以下免费，无需购票）' },
        kr: { name: '어린이·청소년', note: '4~17세(3세 이하는 무료이며 티켓이 필요 없습니다)' },
        'zh-hant': { name: '兒童、青少年', note: '4～17歲（3歲以下免費，無須購票）' },
      },
    },
  ],
};
