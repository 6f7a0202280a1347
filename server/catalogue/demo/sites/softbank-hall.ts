import type { SeedProduct } from '../types.ts';

/** Dated: one evening, one match or concert on the screen. */
export const softbankHall: SeedProduct = {
  uuid: '15c18312-d628-48c0-b2e3-1c1a88f7ff08',
  key: 'softbank-hall',
  sale_type: 'date',
  min_quantity: 1,
  max_quantity: 6,
  capacity: 280,
  opens: 17 * 60,
  closes: 22 * 60,
  weekend: 500,
  words: {
    ja: {
      product_name: 'ビューイングホール観覧券（日付指定）',
      description:
        '幅20メートルの大スクリーンと立体音響で、その日の試合やライブを会場いっぱいに楽しむホールです。自由席、ワンドリンクつき。上映の内容は施設のサイトでご案内します。',
      naming_right: '波止場サイダー',
      caution:
        '開場は17時です。試合やライブが中止になったときは別の映像を上映し、ご希望の方には払い戻します。20歳未満の方には酒類を提供しません。',
    },
    en: {
      product_name: 'Viewing Hall, evening ticket (date-specific)',
      description:
        'The match or concert of the day on a screen twenty metres wide, with sound from all around and a hall full of people. Free seating, one drink included. The programme is on the venue’s site.',
      naming_right: 'Hatoba Cider',
      caution:
        'Doors open at 17:00. If the match or concert is called off we show another film and refund those who ask. No alcohol is served to anyone under 20.',
    },
    'zh-hans': {
      product_name: '观赛大厅入场券（指定日期）',
      description:
        '在20米宽的巨幕与环绕音响前，与全场观众一同欣赏当天的比赛或演唱会。自由入座，含一杯饮品。放映内容请见场馆网站。',
      naming_right: '波止场汽水',
      caution: '17:00开始入场。如比赛或演唱会取消，将改放其他影片，并可申请退款。不向未满20岁者提供酒类。',
    },
    kr: {
      product_name: '뷰잉 홀 관람권(날짜 지정)',
      description:
        '폭 20미터의 대형 스크린과 입체 음향으로 그날의 경기나 라이브를 모두 함께 즐기는 홀입니다. 자유석이며 음료 한 잔이 포함됩니다. 상영 내용은 시설 홈페이지에서 안내해 드립니다.',
      naming_right: '하토바 사이다',
      caution:
        '입장은 17시부터입니다. 경기나 라이브가 취소되면 다른 영상을 상영하며, 원하시는 분께는 환불해 드립니다. 만 20세 미만에게는 주류를 제공하지 않습니다.',
    },
    'zh-hant': {
      product_name: '觀賽大廳入場券（指定日期）',
      description:
        '在20公尺寬的巨幕與環繞音響前，與全場觀眾一同欣賞當天的比賽或演唱會。自由入座，含一杯飲料。放映內容請見場館網站。',
      naming_right: '波止場汽水',
      caution: '17:00開始入場。若比賽或演唱會取消，將改放其他影片，並可申請退款。不提供酒類給未滿20歲者。',
    },
  },
  options: [
    {
      key: 'adult',
      type: 'adult',
      add_cost: 3000,
      min: 0,
      max: 6,
      words: {
        ja: { name: '一般', note: '18歳以上' },
        en: { name: 'Adult', note: '18 and over' },
        'zh-hans': { name: '成人', note: '18岁及以上' },
        kr: { name: '성인', note: '18세 이상' },
        'zh-hant': { name: '成人', note: '18歲以上' },
      },
    },
    {
      key: 'youth',
      type: 'youth',
      add_cost: 1500,
      min: 0,
      max: 6,
      words: {
        ja: { name: 'ユース', note: '6〜17歳（5歳以下は膝上無料）' },
        en: { name: 'Youth', note: 'Ages 6 to 17 (5 and under free on a lap)' },
        'zh-hans': { name: '青少年', note: '6～17岁（5岁及以下不占座免费）' },
        kr: { name: '청소년', note: '6~17세(5세 이하는 무릎에 앉으면 무료)' },
        'zh-hant': { name: '青少年', note: '6～17歲（5歲以下不占座免費）' },
      },
    },
  ],
};
