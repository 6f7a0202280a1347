import type { MailTexts } from './mail-texts.ts';

const showTicket = 'Show my ticket';
const onTheDay = 'On the day, open your ticket and show its QR code at the entrance. There is nothing to print.';
const linkWarning = 'Anyone with the link can use the ticket, so please keep it safe.';

export const en: MailTexts = {
  greeting: 'Dear {name},',
  mails: {
    mail_confirm: {
      subject: 'Continue to payment – {shop}',
      lead: 'Thank you for choosing your tickets. Open the link below to continue to payment.',
      link: 'Continue to payment',
      remarks: [
        'We can keep your tickets for a limited time only, so please continue soon.',
        'If you did not ask for this, please delete this email.',
      ],
    },
    invited: {
      subject: 'Your invitation – {shop}',
      lead: 'You are invited. We have put together the tickets below for you. Open the link to continue with your booking.',
      link: 'Continue with the booking',
      remarks: [
        'If there are still places when you open the link, we keep yours for a limited time.',
        'The link is for you alone, so please do not pass it on.',
      ],
    },
    completed: {
      subject: 'Your tickets are booked – {shop}',
      lead: 'Thank you for your order. Your tickets are ready.',
      link: showTicket,
      remarks: [onTheDay, linkWarning],
    },
    refunded: {
      subject: 'Your refund is on its way – {shop}',
      lead: 'Your payment for this order is being refunded.',
      link: null,
      remarks: ['Depending on the payment provider, it can take a few days to a few weeks to reach you.'],
    },
    cancelled: {
      subject: 'Your tickets have been cancelled – {shop}',
      lead: 'We are sorry: the tickets below have been cancelled and can no longer be used.',
      link: null,
      remarks: ['If a refund is due, we will write separately to the person who paid.'],
    },
    ticket_sent: {
      subject: 'A ticket for you – {shop}',
      lead: 'Someone has sent you a ticket. You can open it with the link below.',
      link: showTicket,
      remarks: [onTheDay, linkWarning],
    },
    ticket_changed: {
      subject: 'The date of your ticket has changed – {shop}',
      lead: 'The date of your ticket has been changed.',
      link: showTicket,
      remarks: ['The earlier link and QR code no longer work.', onTheDay, linkWarning],
    },
    ticket_reissued: {
      subject: 'Your ticket has a new link – {shop}',
      lead: 'The link and the QR code of your ticket have been replaced.',
      link: showTicket,
      remarks: [
        'Earlier links and QR codes no longer work, including those you shared or split off.',
        onTheDay,
        linkWarning,
      ],
    },
    ticket_links: {
      subject: 'Links to your tickets – {shop}',
      lead: 'You asked for the links to your tickets. Here they are, for all your upcoming visits.',
      link: showTicket,
      remarks: [linkWarning, 'If you did not ask for this, please delete this email.'],
    },
  },
  refunded: {
    valid: 'The tickets of this order remain valid.',
    invalid: 'The tickets of this order cannot be used.',
  },
  terms: {
    number: 'Reservation number',
    product: 'Ticket',
    tickets: 'Quantity',
    sets: 'Extras',
    coupon: 'Coupon',
    total: 'Total (tax included)',
    refund: 'Refund',
    place: 'Where',
  },
  visit: { time: 'Entry (Japan time)', date: 'Entry date (Japan time)', period: 'Valid' },
  count: '{n}',
  price: '¥{price}',
  days: '{from} – {to}',
  slot: '{day}, {from} – {to}',
  sentBy: '{name} has sent you a ticket. You can open it with the link below.',
  codeHint: 'If the ticket is changed or passed on, this code stops working: the link always shows the current one.',
  oldPass:
    'If you saved the earlier ticket in Google Wallet, it stays there and looks valid. Please delete it and add the new one.',
  calendar: 'The attached file adds the visit to your calendar.',
  links: { receipt: 'Receipt', change_date: 'Change the date', map: 'Map' },
  release: 'Unsubscribe from the newsletter',
  contact: 'Questions? We are glad to help.',
  automatic: 'This email was sent automatically.',
};
