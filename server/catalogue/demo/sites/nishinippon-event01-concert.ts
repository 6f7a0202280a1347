import type { SeedProduct } from '../types.ts';

/** Dated: one concert an evening. */
export const event01Concert: SeedProduct = {
  uuid: '802dc05a-209d-4eaf-8542-a059c5462eda',
  key: 'event01-concert',
  sale_type: 'date',
  min_quantity: 1,
  max_quantity: 4,
  capacity: 320,
  opens: 17 * 60 + 45,
  closes: 20 * 60 + 15,
  weekend: 500,
  words: {
    ja: {
      product_name: '夕風コンサート 入場券（日付指定）',
      description:
        '海に面した野外劇場で、日暮れに合わせて始まる室内楽の夕べ。開場17時45分、開演18時30分、終演は20時15分の予定です。出演者と曲目は日ごとに変わります。',
      naming_right: 'しおさい楽器',
      caution:
        '全席自由です。小雨の場合も開催し、荒天で中止するときは当日15時までにメールでお知らせし、全額を払い戻します。録音・録画はご遠慮ください。',
    },
    en: {
      product_name: 'Evening Breeze Concert (date-specific)',
      description:
        'Chamber music in an open-air theatre by the sea, beginning as the sun goes down. Doors 17:45, start 18:30, end about 20:15. Players and programme change from evening to evening.',
      naming_right: 'Shiosai Musical Instruments',
      caution:
        'Unreserved seating. Concerts take place in light rain; if bad weather stops one, we will email you by 15:00 that day and refund you in full. No recording, please.',
    },
    'zh-hans': {
      product_name: '晚风音乐会门票（指定日期）',
      description:
        '在临海的露天剧场，伴着日落响起的室内乐之夜。17:45开场，18:30开演，预计20:15结束。演出者与曲目每天不同。',
      naming_right: '潮音乐器',
      caution:
        '全场自由入座。小雨照常演出；如因恶劣天气取消，将于当天15:00前通过邮件通知您并全额退款。请勿录音、录像。',
    },
    kr: {
      product_name: '저녁바람 콘서트 입장권(날짜 지정)',
      description:
        '바다를 마주한 야외극장에서 해 질 녘에 시작하는 실내악의 밤입니다. 입장은 17시 45분, 공연 시작은 18시 30분, 종료는 20시 15분 예정입니다. 출연진과 프로그램은 날마다 바뀝니다.',
      naming_right: '시오사이 악기',
      caution:
        '전석 자유석입니다. 약한 비에도 공연하며, 악천후로 취소할 때는 당일 15시까지 메일로 안내해 드리고 전액 환불해 드립니다. 녹음·녹화는 삼가 주세요.',
    },
    'zh-hant': {
      product_name: '晚風音樂會門票（指定日期）',
      description:
        '在臨海的露天劇場，伴著日落響起的室內樂之夜。17:45開放入場，18:30開演，預計20:15結束。演出者與曲目每日不同。',
      naming_right: '潮音樂器',
      caution:
        '全場自由入座。小雨照常演出；若因天候惡劣取消，將於當天15:00前以電子郵件通知您並全額退款。請勿錄音、錄影。',
    },
  },
  options: [
    {
      key: 'adult',
      type: 'adult',
      add_cost: 4500,
      min: 0,
      max: 4,
      words: {
        ja: { name: '一般', note: '自由席' },
        en: { name: 'Adult', note: 'Unreserved seat' },
        'zh-hans': { name: '普通票', note: '自由入座' },
        kr: { name: '일반', note: '자유석' },
        'zh-hant': { name: '全票', note: '自由入座' },
      },
    },
    {
      key: 'young',
      type: 'young',
      add_cost: 2000,
      min: 0,
      max: 4,
      words: {
        ja: { name: '25歳以下', note: '自由席。入口で年齢を確認できるものをご提示ください' },
        en: { name: 'Ages 25 and under', note: 'Unreserved seat; please show proof of age' },
        'zh-hans': { name: '25岁及以下', note: '自由入座，请在入口出示年龄证明' },
        kr: { name: '25세 이하', note: '자유석. 입구에서 나이를 확인할 수 있는 신분증을 보여 주세요' },
        'zh-hant': { name: '25歲以下', note: '自由入座，請於入口出示年齡證明' },
      },
    },
    {
      key: 'lap',
      type: 'lap',
      add_cost: 0,
      min: 0,
      max: 2,
      needs: ['adult', 'young'],
      words: {
        ja: { name: 'ひざ上のお子さま', note: '3歳以下、お席なし' },
        en: { name: 'Child on a lap', note: 'Ages 3 and under, no seat' },
        'zh-hans': { name: '膝上幼儿', note: '3岁及以下，无座位' },
        kr: { name: '무릎에 앉는 아이', note: '3세 이하, 좌석 없음' },
        'zh-hant': { name: '膝上幼兒', note: '3歲以下，無座位' },
      },
    },
  ],
};
