import * as v from 'valibot';
import type { Receipt } from '#src/domain/receipt.ts';
import { actionsOf, type SharedTicket, SharedTicketSchema, type Ticket, type TicketFacts } from '#src/domain/ticket.ts';
import { ticket, validTicket } from './sample-shop.ts';

/** Tickets of the walks and screen tests in any state, with related data. */

/** The sample ticket in a state, as the server returns it; `about` changes other facts. */
export const ticketIn = (state: Ticket['state'], about: Partial<TicketFacts> = {}): Ticket => ({
  ...ticket,
  state,
  quantity: about.quantity ?? validTicket.quantity,
  entry_code: state === 'valid' ? ticket.entry_code : '',
  share_token: state === 'shared' ? 'share-1' : '',
  actions: actionsOf({ ...validTicket, state, ...about }),
});

/** A ticket whose visit the venue has moved, with a choice. */
export const chosen: Ticket = { ...ticket, choice: { until: '2026-11-30T18:00:00+09:00', amount: 2000, bar: null } };

/** Two people with a code each. */
export const people: Ticket['people'] = [
  { option_id: 'adult', name: 'Adult', entry_code: 'PERS00000001', used: false },
  { option_id: 'child', name: 'Child', entry_code: 'PERS00000002', used: false },
];

/** The sample ticket without what the recipient of a share link may not know, which the schema leaves out. */
export const sharedTicket: SharedTicket = v.parse(SharedTicketSchema, { ...ticket, entry_code: 'E2' });

export const receipt: Receipt = {
  number: 'R-R1',
  reservation_number: 'R1',
  date: '2026-11-20T12:00:00+09:00',
  reservation_from: ticket.reservation_from,
  reservation_to: ticket.reservation_to,
  product_name: ticket.product_name,
  lines: [
    { kind: 'option', name: 'Adult', quantity: 2, price: 2000, amount: 4000 },
    { kind: 'set', name: 'Audio guide', quantity: 1, price: 600, amount: 600 },
    { kind: 'coupon', name: 'Spring', quantity: 1, price: -100, amount: -100 },
  ],
  taxes: [{ rate: 10, amount: 4500, tax: 409 }],
  total: 4500,
  refunds: [],
  payment_method: 'stripe_secure',
  payment_method_name: 'Card',
  changes: [],
  issuer: {
    name: 'Museum office',
    invoice_number: 'T1234567890123',
    contact_mail: 'tickets@museum.example',
    contact_phone: '03-0000-0000',
  },
};
