import { mailTexts } from '#server/mail/texts.ts';
import type { Lang } from '#src/domain/lang.ts';

type Own = Record<'people' | 'comma' | 'presented' | 'caution' | 'copy' | 'copyText', string>;

const own: Record<Lang, Own> = {
  ja: {
    people: '内訳',
    comma: '、',
    presented: '協賛',
    caution: 'ご注意',
    copy: 'このパスについて',
    copyText:
      'このパスはチケットの控えです。日時変更・共有・送付・キャンセルの内容は、このパスには反映されません。最新の内容はチケットのページでご確認ください。ご入場の可否は、入口でコードを読み取って確認します。',
  },
  en: {
    people: 'Admits',
    comma: ', ',
    presented: 'Presented by',
    caution: 'Please note',
    copy: 'About this pass',
    copyText:
      'This pass is a copy of your ticket. It does not change when the ticket is moved to another date, shared, handed over or cancelled: your ticket page always shows how things stand. Whether the code lets you in is decided when it is read at the entrance.',
  },
  'zh-hans': {
    people: '门票明细',
    comma: '、',
    presented: '赞助',
    caution: '注意事项',
    copy: '关于此票卡',
    copyText:
      '此票卡是门票的副本。门票改期、分享、转交或取消后，此票卡不会随之更新，请以门票页面显示的内容为准。能否入场，以入口处读取二维码的结果为准。',
  },
  kr: {
    people: '티켓 내역',
    comma: ', ',
    presented: '협찬',
    caution: '유의 사항',
    copy: '이 패스 안내',
    copyText:
      '이 패스는 티켓의 사본입니다. 일정을 변경하거나 티켓을 공유·전달·취소해도 이 패스의 내용은 바뀌지 않습니다. 최신 내용은 티켓 페이지에서 확인해 주세요. 입장 가능 여부는 입구에서 코드를 인식하여 확인합니다.',
  },
  'zh-hant': {
    people: '門票明細',
    comma: '、',
    presented: '贊助',
    caution: '注意事項',
    copy: '關於此票卡',
    copyText:
      '此票卡是門票的副本。門票改期、分享、轉交或取消後，此票卡不會隨之更新，請以門票頁面顯示的內容為準。能否入場，以入口處讀取 QR Code 的結果為準。',
  },
};

/** Texts of a pass in one language; some are shared with mails. */
const withMailTexts = (lang: Lang) => {
  const { terms, visit, contact } = mailTexts[lang];
  const { product, number, sets } = terms;
  return { ...own[lang], product, visit, number, sets, contact };
};

/** Fixed texts of a pass. Terms and tone: `locales/README.md`. */
export const passTexts = {
  ja: withMailTexts('ja'),
  en: withMailTexts('en'),
  'zh-hans': withMailTexts('zh-hans'),
  kr: withMailTexts('kr'),
  'zh-hant': withMailTexts('zh-hant'),
} satisfies Record<Lang, Own>;
