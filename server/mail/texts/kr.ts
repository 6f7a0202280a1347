import type { MailTexts } from './mail-texts.ts';

const showTicket = '티켓 보기';
const onTheDay = '당일 입구에서 티켓의 QR코드를 보여 주세요. 출력하실 필요는 없습니다.';
const linkWarning = '링크를 아는 사람은 누구나 이 티켓을 사용할 수 있으니 잘 보관해 주세요.';

export const kr: MailTexts = {
  greeting: '{name} 님',
  mails: {
    mail_confirm: {
      subject: '[{shop}] 결제를 진행해 주세요',
      lead: '티켓을 선택해 주셔서 감사합니다. 아래 링크를 열어 결제를 진행해 주세요.',
      link: '결제 진행하기',
      remarks: [
        '선택하신 티켓이 유지되는 시간이 정해져 있으니 되도록 빨리 진행해 주세요.',
        '직접 요청하신 것이 아니라면 이 메일을 삭제해 주세요.',
      ],
    },
    invited: {
      subject: '[{shop}] 초대 안내',
      lead: '초대 티켓을 준비했습니다. 아래 링크를 열어 예매를 진행해 주세요.',
      link: '예매 진행하기',
      remarks: [
        '티켓은 링크를 여신 시점에 남아 있는 경우 일정 시간 동안 유지됩니다.',
        '이 링크는 고객님 전용이므로 다른 분께 전달하지 말아 주세요.',
      ],
    },
    completed: {
      subject: '[{shop}] 예매가 완료되었습니다',
      lead: '예매해 주셔서 감사합니다. 티켓이 준비되었습니다.',
      link: showTicket,
      remarks: [onTheDay, linkWarning],
    },
    refunded: {
      subject: '[{shop}] 환불 안내',
      lead: '아래 예매의 결제 금액을 환불해 드리고 있습니다.',
      link: null,
      remarks: ['결제사에 따라 환불이 반영되기까지 며칠에서 몇 주가 걸릴 수 있습니다.'],
    },
    cancelled: {
      subject: '[{shop}] 티켓 취소 안내',
      lead: '대단히 죄송합니다. 아래 티켓이 취소되어 더 이상 사용하실 수 없습니다.',
      link: null,
      remarks: ['환불 금액이 있는 경우 결제하신 분께 따로 안내해 드립니다.'],
    },
    ticket_sent: {
      subject: '[{shop}] 티켓이 도착했습니다',
      lead: '고객님께 티켓이 전달되었습니다. 아래 링크에서 확인하실 수 있습니다.',
      link: showTicket,
      remarks: [onTheDay, linkWarning],
    },
    ticket_changed: {
      subject: '[{shop}] 일정 변경 안내',
      lead: '티켓의 일정이 변경되었습니다.',
      link: showTicket,
      remarks: ['이전 링크와 QR코드는 더 이상 사용할 수 없습니다.', onTheDay, linkWarning],
    },
    ticket_reissued: {
      subject: '[{shop}] 티켓의 새 링크 안내',
      lead: '티켓의 링크와 QR코드가 새로 발급되었습니다.',
      link: showTicket,
      remarks: [
        '공유하거나 나눈 티켓을 포함하여 이전 링크와 QR코드는 더 이상 사용할 수 없습니다.',
        onTheDay,
        linkWarning,
      ],
    },
    ticket_links: {
      subject: '[{shop}] 티켓 링크 안내',
      lead: '요청하신 대로 입장 예정인 티켓의 링크를 보내 드립니다.',
      link: showTicket,
      remarks: [linkWarning, '직접 요청하신 것이 아니라면 이 메일을 삭제해 주세요.'],
    },
  },
  refunded: {
    valid: '이 예매의 티켓은 그대로 사용하실 수 있습니다.',
    invalid: '이 예매의 티켓은 사용하실 수 없습니다.',
  },
  terms: {
    number: '예매 번호',
    product: '티켓',
    tickets: '매수',
    sets: '세트 상품',
    coupon: '쿠폰',
    total: '합계(세금 포함)',
    refund: '환불 금액',
    place: '장소',
  },
  visit: { time: '입장 일시(일본 시간)', date: '입장일(일본 시간)', period: '이용 기간' },
  count: '{n}매',
  price: '{price}엔',
  days: '{from} ~ {to}',
  slot: '{day} {from}~{to}',
  sentBy: '{name} 님이 티켓을 보내셨습니다. 아래 링크에서 확인하실 수 있습니다.',
  codeHint: '티켓을 변경하거나 전달하면 이 코드는 사용할 수 없게 되며, 최신 코드는 링크에서 확인하실 수 있습니다.',
  oldPass: '이전 티켓을 Google 월렛에 추가하셨다면 월렛에 그대로 남아 있습니다. 삭제하신 뒤 새 티켓을 추가해 주세요.',
  calendar: '첨부 파일로 일정을 캘린더에 추가하실 수 있습니다.',
  links: { receipt: '영수증', change_date: '일정 변경', map: '지도' },
  release: '소식 메일 수신 거부',
  contact: '문의처',
  automatic: '이 메일은 자동으로 발송되었습니다.',
};
