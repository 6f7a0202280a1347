import type { MailTexts } from './mail-texts.ts';

const showTicket = '查看門票';
const onTheDay = '當天請開啟門票並在入口出示 QR Code，無須列印。';
const linkWarning = '任何持有此連結的人都可以使用門票，請妥善保管連結。';

export const zhHant: MailTexts = {
  greeting: '{name} 您好：',
  mails: {
    mail_confirm: {
      subject: '【{shop}】請繼續付款',
      lead: '感謝您選購門票。請開啟下方連結，繼續付款。',
      link: '繼續付款',
      remarks: ['門票的保留時間有限，請儘快繼續。', '如果這不是您本人的操作，請刪除此郵件。'],
    },
    invited: {
      subject: '【{shop}】邀請函',
      lead: '誠摯邀請您蒞臨。我們已為您備妥以下門票，請開啟下方連結繼續辦理。',
      link: '繼續辦理',
      remarks: ['名額有限：開啟連結時如有餘位，將為您保留一段時間。', '此連結僅供您本人使用，請勿轉寄。'],
    },
    completed: {
      subject: '【{shop}】購票完成通知',
      lead: '感謝您的訂購，您的門票已準備好。',
      link: showTicket,
      remarks: [onTheDay, linkWarning],
    },
    refunded: {
      subject: '【{shop}】退款通知',
      lead: '我們正在為您辦理以下訂單的退款。',
      link: null,
      remarks: ['退款入帳時間因付款服務商而異，可能需要數天至數週。'],
    },
    cancelled: {
      subject: '【{shop}】門票取消通知',
      lead: '非常抱歉，以下門票已被取消，無法再使用。',
      link: null,
      remarks: ['如有退款，我們將另行通知付款人。'],
    },
    ticket_sent: {
      subject: '【{shop}】您收到一張門票',
      lead: '有人將門票轉交給您，您可以透過下方連結查看。',
      link: showTicket,
      remarks: [onTheDay, linkWarning],
    },
    ticket_changed: {
      subject: '【{shop}】改期通知',
      lead: '您的門票已改期。',
      link: showTicket,
      remarks: ['原連結與 QR Code 已失效。', onTheDay, linkWarning],
    },
    ticket_reissued: {
      subject: '【{shop}】您的門票已更換連結',
      lead: '您門票的連結與 QR Code 已更換。',
      link: showTicket,
      remarks: ['原連結與 QR Code 均已失效，包括已分享或拆分的門票。', onTheDay, linkWarning],
    },
    ticket_links: {
      subject: '【{shop}】您的門票連結',
      lead: '應您的要求，將您即將使用的門票連結寄給您。',
      link: showTicket,
      remarks: [linkWarning, '如果這不是您本人的操作，請刪除此郵件。'],
    },
  },
  refunded: { valid: '此訂單的門票仍可使用。', invalid: '此訂單的門票無法使用。' },
  terms: {
    number: '訂單編號',
    product: '門票',
    tickets: '張數',
    sets: '加購商品',
    coupon: '優惠券',
    total: '總計（含稅）',
    refund: '退款金額',
    place: '地點',
  },
  visit: { time: '入場時間（日本時間）', date: '入場日期（日本時間）', period: '使用期間' },
  count: '{n}張',
  price: '{price}日圓',
  days: '{from}至{to}',
  slot: '{day} {from}～{to}',
  sentBy: '{name} 將門票轉交給您，您可以透過下方連結查看。',
  codeHint: '門票改期或轉交後，此 QR Code 即失效，請以連結中顯示的為準。',
  oldPass: '如已將原門票新增至 Google 錢包，它仍會留在錢包中。請將其刪除，再新增新門票。',
  calendar: '您可以用附件將行程加入行事曆。',
  links: { receipt: '收據', change_date: '改期', map: '地圖' },
  release: '取消訂閱電子報',
  contact: '如有疑問，歡迎與我們聯絡',
  automatic: '此郵件由系統自動寄出。',
};
