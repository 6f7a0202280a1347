import type { MailTexts } from './mail-texts.ts';

const showTicket = '查看门票';
const onTheDay = '当天请打开门票并在入口出示二维码，无需打印。';
const linkWarning = '任何持有此链接的人都可以使用门票，请妥善保管链接。';

export const zhHans: MailTexts = {
  greeting: '{name}，您好：',
  mails: {
    mail_confirm: {
      subject: '【{shop}】请继续支付',
      lead: '感谢您选购门票。请打开下方链接，继续支付。',
      link: '继续支付',
      remarks: ['门票的保留时间有限，请尽快继续。', '如果这不是您本人的操作，请删除此邮件。'],
    },
    invited: {
      subject: '【{shop}】邀请函',
      lead: '诚邀您光临。我们已为您备好以下门票，请打开下方链接继续办理。',
      link: '继续办理',
      remarks: ['名额有限：打开链接时如有余位，将为您保留一段时间。', '此链接仅供您本人使用，请勿转发。'],
    },
    completed: {
      subject: '【{shop}】购票成功通知',
      lead: '感谢您的订购，您的门票已准备好。',
      link: showTicket,
      remarks: [onTheDay, linkWarning],
    },
    refunded: {
      subject: '【{shop}】退款通知',
      lead: '我们正在为您办理以下订单的退款。',
      link: null,
      remarks: ['退款到账时间因支付机构而异，可能需要数天至数周。'],
    },
    cancelled: {
      subject: '【{shop}】门票取消通知',
      lead: '非常抱歉，以下门票已被取消，无法再使用。',
      link: null,
      remarks: ['如有退款，我们将另行通知付款人。'],
    },
    ticket_sent: {
      subject: '【{shop}】您收到一张门票',
      lead: '有人向您转交了门票，您可以通过下方链接查看。',
      link: showTicket,
      remarks: [onTheDay, linkWarning],
    },
    ticket_changed: {
      subject: '【{shop}】改期通知',
      lead: '您的门票已改期。',
      link: showTicket,
      remarks: ['原链接和二维码已失效。', onTheDay, linkWarning],
    },
    ticket_reissued: {
      subject: '【{shop}】您的门票已更换链接',
      lead: '您门票的链接和二维码已更换。',
      link: showTicket,
      remarks: ['原链接和二维码均已失效，包括已分享或拆分的门票。', onTheDay, linkWarning],
    },
    ticket_links: {
      subject: '【{shop}】您的门票链接',
      lead: '应您的请求，现将您即将使用的门票链接发送给您。',
      link: showTicket,
      remarks: [linkWarning, '如果这不是您本人的操作，请删除此邮件。'],
    },
  },
  refunded: { valid: '此订单的门票仍可使用。', invalid: '此订单的门票无法使用。' },
  terms: {
    number: '订单编号',
    product: '门票',
    tickets: '张数',
    sets: '附加商品',
    coupon: '优惠券',
    total: '合计（含税）',
    refund: '退款金额',
    place: '地点',
  },
  visit: { time: '入场时间（日本时间）', date: '入场日期（日本时间）', period: '有效期' },
  count: '{n}张',
  price: '{price}日元',
  days: '{from}至{to}',
  slot: '{day} {from}～{to}',
  sentBy: '{name} 向您转交了门票，您可以通过下方链接查看。',
  codeHint: '门票改期或转交后，此二维码即失效，请以链接中显示的为准。',
  oldPass: '如已将原门票添加到 Google 钱包，它仍会留在钱包中。请将其删除，再添加新门票。',
  calendar: '您可以用附件将行程添加到日历。',
  links: { receipt: '收据', change_date: '改期', map: '地图' },
  release: '退订资讯邮件',
  contact: '如有疑问，欢迎联系我们',
  automatic: '此邮件由系统自动发送。',
};
