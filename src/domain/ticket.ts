import * as v from 'valibot';
import { OrderOptionSchema, OrderSetSchema } from './order.ts';
import { Count, Moment, SaleTypeSchema, Yen } from './product.ts';

/** What a ticket is at the gate (docs/product.md#ticket-states). */
export const TicketStateSchema = v.picklist(['valid', 'used', 'shared', 'sent', 'changed', 'cancelled']);
export type TicketState = v.InferOutput<typeof TicketStateSchema>;

/** What can be done with a ticket (docs/product.md#ticket-actions). */
export const ticketActions = [
  'share',
  'stop_sharing',
  'send',
  'split',
  'change_date',
  'receipt',
  'calendar',
  'revoke',
] as const;
export type TicketAction = (typeof ticketActions)[number];

/** Wallets on a telephone that a copy of the ticket can be put into (issue 5). */
export const walletNames = ['apple', 'google'] as const;
export type WalletName = (typeof walletNames)[number];

/**
 * Why something cannot be done: the ticket's state, or `not_shared`, `over` (the visit is past), `one_person` (nothing
 * to split), `one_date` (sold for a whole period), `not_buyer` (only the buyer's link has it).
 */
const ObstacleSchema = v.picklist([
  'used',
  'shared',
  'sent',
  'changed',
  'cancelled',
  'not_shared',
  'over',
  'one_person',
  'one_date',
  'not_buyer',
]);

/** For each action what stands in its way; null where it is allowed. */
const ActionsSchema = v.object(v.entriesFromList(ticketActions, v.nullable(ObstacleSchema)));
export type TicketActions = v.InferOutput<typeof ActionsSchema>;

/** One person of a ticket: where the site shows a card for each (docs/product.md#ticket-display), this is its card. */
const PersonSchema = v.object({
  option_id: v.string(),
  name: v.string(),
  /** As `entry_code`, for this person alone; '' also once the gate has let this person in. */
  entry_code: v.string(),
  /** The gate has let this person in. */
  used: v.boolean(),
});

/** A part that was taken off a ticket: split off, with a link of its own, or sent to somebody. */
const ChildSchema = v.object({
  kind: v.picklist(['split', 'sent']),
  state: TicketStateSchema,
  quantity: Count,
  /** The link's token of what was split off; '' for what was sent, which is the receiver's alone. */
  reservation_token: v.string(),
  /** To whom it was sent, most of the address hidden; '' for what was split off. */
  sent_to: v.string(),
});

const shown = {
  state: TicketStateSchema,
  product_name: v.string(),
  description: v.string(),
  sale_type: SaleTypeSchema,
  naming_right: v.string(),
  caution: v.string(),
  reservation_from: Moment,
  reservation_to: Moment,
  quantity: Count,
  /** What the gate's scanner reads: short, opaque, never the link. Empty unless it lets in whoever reads this. */
  entry_code: v.string(),
  people: v.array(PersonSchema),
  /** When the server said this. */
  as_of: Moment,
};

/** A ticket as its holder is told it. One that was handed over or moved has no people and no code: its state only. */
export const TicketSchema = v.object({
  ...shown,
  reservation_number: v.string(),
  product_uuid: v.string(),
  time_span_id: v.string(),
  /** Yen paid for the people on it, before any coupon. A new date may cost as much (docs/product.md#screen-changedate). */
  price: Yen,
  order_options: v.array(OrderOptionSchema),
  /** Token of the link it is shared by; '' while it is not. */
  share_token: v.string(),
  /** What was bought along: it goes with the buyer's ticket. */
  set_products: v.array(OrderSetSchema),
  children: v.array(ChildSchema),
  actions: ActionsSchema,
  /** Wallets a pass of it can be had for: those the operator has keys for, while it lets in whoever holds the pass. */
  wallets: v.optional(v.array(v.picklist(walletNames)), []),
  /** What its sender wrote to whom it was sent; plain text. */
  note: v.optional(v.string()),
  /** Mail address that a new link would be sent to, most of it hidden; missing where the link cannot be replaced. */
  holder_email: v.optional(v.string()),
});
export type Ticket = v.InferOutput<typeof TicketSchema>;

/** The same for whom it is shared with: nothing about a person, no prices, no number, nothing to change. */
export const SharedTicketSchema = v.object({
  ...shown,
  order_options: v.array(v.omit(OrderOptionSchema, ['add_cost'])),
  set_products: v.array(v.omit(OrderSetSchema, ['add_cost'])),
});
export type SharedTicket = v.InferOutput<typeof SharedTicketSchema>;

/** Facts of a ticket that decide what can be done with it. */
export type TicketFacts = {
  state: TicketState;
  quantity: number;
  /** It can be moved to another day at all. */
  isDated: boolean;
  /** Its visit is past. */
  isOver: boolean;
  /** The gate has let somebody of it in. */
  isEntered: boolean;
  /** It is the ticket the order began with, as it stands now. */
  isBuyers: boolean;
};

/** In: facts. Out: for each action what stands in its way. The server refuses by the same table it tells. */
export const actionsOf = ({ state, quantity, isDated, isOver, isEntered, isBuyers }: TicketFacts): TicketActions => {
  const shareable = state === 'shared' ? null : state === 'valid' ? null : state;
  const entered = isEntered ? 'used' : null;
  const over = isOver ? 'over' : null;
  const valid = state === 'valid' ? (entered ?? over) : state;
  return {
    share: shareable ?? entered ?? over,
    stop_sharing: state === 'shared' ? entered : state === 'valid' ? 'not_shared' : state,
    send: valid,
    split: valid ?? (quantity > 1 ? null : 'one_person'),
    change_date: valid ?? (isDated ? null : 'one_date'),
    receipt: state === 'changed' || state === 'cancelled' ? state : isBuyers ? null : 'not_buyer',
    calendar: shareable ?? over,
    revoke: shareable ?? over,
  };
};

/**
 * In: how a site shows tickets (docs/product.md#ticket-display: a card for each person), and how many people are on one. Out: each of
 * them has a pass of their own in a wallet. More than ten are not taken at once (Apple): there is one for all then.
 */
export const hasPassEach = (display: 'fusion' | 'separate', people: number): boolean =>
  display === 'separate' && people > 1 && people <= 10;

/** In: an entry code. Out: as people read it to each other. */
export const inGroups = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1 ');

/** In: a reservation number as it was typed. Out: as it is kept: width, case, spaces and hyphens do not matter. */
export const reservationNumberOf = (ascii: string): string =>
  (ascii.toUpperCase().match(/[0-9A-Z]/g) ?? []).join('').replace(/(.{4})(?=.)/g, '$1-');
