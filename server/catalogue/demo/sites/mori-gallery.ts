import type { SeedProduct } from '../types.ts';

/** Dated: entry at any hour of the day. */
export const moriGallery: SeedProduct = {
  uuid: '55d8441b-0597-4e01-9fc4-d2184b2c5b95',
  key: 'mori-gallery',
  sale_type: 'date',
  min_quantity: 1,
  max_quantity: 6,
  capacity: 900,
  opens: 10 * 60,
  closes: 21 * 60,
  weekend: 0,
  words: {
    ja: {
      product_name: '企画展「都市の輪郭」（日付指定）',
      description:
        '建築家、写真家、地図製作者あわせて18組が、都市のかたちを問い直す展覧会。最上階のひとつ下、ギャラリーで開催します。当日のお好きな時間にご来場ください。',
      naming_right: '東雲建設',
      caution: '展望デッキへの入場は含まれません。一部の作品は撮影できません。会場の表示をご確認ください。',
    },
    en: {
      product_name: 'Exhibition “Outlines of the City” (date-specific)',
      description:
        'Eighteen architects, photographers and map makers ask what shape a city has. In the gallery one floor below the deck; come at any time on your day.',
      naming_right: 'Shinonome Construction',
      caution:
        'The observation deck is not included. Some works may not be photographed; please follow the signs beside them.',
    },
    'zh-hans': {
      product_name: '特展“城市的轮廓”（指定日期）',
      description: '18组建筑师、摄影师与地图绘制者，重新追问城市的形状。展览位于观景台下一层的美术馆，当天可随时入场。',
      naming_right: '东云建设',
      caution: '不含观景台门票。部分作品禁止拍摄，请留意现场标识。',
    },
    kr: {
      product_name: '기획전 ‘도시의 윤곽’(날짜 지정)',
      description:
        '건축가, 사진가, 지도 제작자 18팀이 도시의 형태를 다시 묻는 전시입니다. 전망 데크 바로 아래층 갤러리에서 열리며, 당일 원하는 시간에 입장하실 수 있습니다.',
      naming_right: '시노노메 건설',
      caution: '전망 데크 입장은 포함되지 않습니다. 일부 작품은 촬영할 수 없으니 전시장 안내를 확인해 주세요.',
    },
    'zh-hant': {
      product_name: '特展「城市的輪廓」（指定日期）',
      description: '18組建築師、攝影師與地圖繪製者，重新追問城市的形狀。展覽位於觀景台下一層的藝廊，當天可隨時入場。',
      naming_right: '東雲建設',
      caution: '不含觀景台門票。部分作品禁止拍攝，請留意現場標示。',
    },
  },
  options: [
    {
      key: 'adult',
      type: 'adult',
      add_cost: 1800,
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
      key: 'student',
      type: 'student',
      add_cost: 1200,
      min: 0,
      max: 6,
      words: {
        ja: { name: '大学生・専門学校生', note: '学生証をご提示ください' },
        en: { name: 'Student', note: 'Please show your student card' },
        'zh-hans': { name: '大学生', note: '请出示学生证' },
        kr: { name: '대학생', note: '학생증을 보여 주세요' },
        'zh-hant': { name: '大專院校學生', note: '請出示學生證' },
      },
    },
    {
      key: 'under18',
      type: 'child',
      add_cost: 0,
      min: 0,
      max: 6,
      words: {
        ja: { name: '17歳以下', note: '無料ですが、チケットが必要です' },
        en: { name: '17 and under', note: 'Free, but a ticket is needed' },
        'zh-hans': { name: '17岁及以下', note: '免费，但需要门票' },
        kr: { name: '17세 이하', note: '무료이지만 티켓이 필요합니다' },
        'zh-hant': { name: '17歲以下', note: '免費，但需要門票' },
      },
    },
  ],
};
