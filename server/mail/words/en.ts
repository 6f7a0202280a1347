import type { LetterWords } from '../words.ts';

const showTicket = 'Show my ticket';
const onTheDay = 'On the day, open your ticket and show its QR code at the entrance. There is nothing to print.';
const keepLink = 'Whoever has the link can use the ticket, so please keep it to yourself.';

export const en: LetterWords = {
  greeting: 'Dear {name},',
  letters: {
    mail_confirm: {
      subject: 'Please confirm your email address – {shop}',
      lead: 'Thank you for choosing your tickets. Open the link below to go on to payment.',
      link: 'Go on to payment',
      notes: [
        'We can keep your tickets for a limited time only, so please go on soon.',
        'If you did not ask for this, please delete this email.',
      ],
    },
    invited: {
      subject: 'Your invitation – {shop}',
      lead: 'You are invited. We have put together the tickets below for you; open the link to go on with your booking.',
      link: 'Go on with the booking',
      notes: [
        'Your places are held for you for a limited time from the moment you open the link, while places remain.',
        'The link is for you alone, so please do not pass it on.',
      ],
    },
    completed: {
      subject: 'Your tickets are booked – {shop}',
      lead: 'Thank you for your order. Your tickets are ready.',
      link: showTicket,
      notes: [onTheDay, keepLink],
    },
    refunded: {
      subject: 'Your payment has been refunded – {shop}',
      lead: 'We have refunded your payment for this order.',
      link: null,
      notes: ['It can take a few days to a few weeks until you see it, depending on the payment company.'],
    },
    cancelled: {
      subject: 'Your tickets have been cancelled – {shop}',
      lead: 'We are sorry: the tickets below have been cancelled and can no longer be used.',
      link: null,
      notes: ['If there is money to pay back, whoever paid for the tickets will be written to separately.'],
    },
    ticket_sent: {
      subject: 'A ticket for you – {shop}',
      lead: 'Somebody has sent you a ticket. You can open it with the link below.',
      link: showTicket,
      notes: [onTheDay, keepLink],
    },
    ticket_changed: {
      subject: 'The date of your ticket has changed – {shop}',
      lead: 'The date of your ticket has been changed.',
      link: showTicket,
      notes: ['The earlier link and QR code no longer work.', onTheDay, keepLink],
    },
    ticket_links: {
      subject: 'Links to your tickets – {shop}',
      lead: 'You asked for the links to your tickets. Here is every visit still to come.',
      link: showTicket,
      notes: [keepLink, 'If you did not ask for this, please delete this email.'],
    },
  },
  refunded: {
    valid: 'The tickets of this order remain valid.',
    invalid: 'The tickets of this order cannot be used.',
  },
  terms: {
    number: 'Reservation number',
    product: 'Ticket',
    visit: 'Entry (Japan time)',
    tickets: 'Number',
    sets: 'Extras',
    coupon: 'Coupon',
    total: 'Total (tax included)',
    refund: 'Refund',
  },
  count: '{n}',
  price: '¥{price}',
  days: '{from} – {to}',
  slot: '{day}, {from} – {to}',
  message: 'Message from the sender',
  link: 'If the button does not work, open this address in your browser:',
  contact: 'Questions? We are glad to help.',
  automatic: 'This email was sent automatically.',
};
