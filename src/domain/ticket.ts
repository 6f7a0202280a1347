import * as v from 'valibot';
import { toAscii, ungrouped } from './digits.ts';
import { OrderOptionSchema, OrderSetSchema } from './order.ts';
import { ChangeDifferenceSchema, Count, Moment, SaleTypeSchema, Yen } from './product.ts';
import { walletNames } from './wallet.ts';

const invalidStates = ['used', 'shared', 'sent', 'changed', 'cancelled'] as const;
/** Validity of a ticket at the gate (docs/product.md#ticket-states). */
export const TicketStateSchema = v.picklist(['valid', ...invalidStates]);
export type TicketState = v.InferOutput<typeof TicketStateSchema>;

/** Actions on a ticket (docs/product.md#ticket-actions). */
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

/**
 * Why an action is not allowed: the ticket's state, or `not_shared`, `over` (the visit is past), `one_person` (nothing to split),
 * `one_date` (sold for a whole period), `fixed` (changed as often as its product allows), `late` (its product allows it earlier
 * only), `not_buyer` (only the buyer's link allows it).
 */
const ObstacleSchema = v.picklist([
  ...invalidStates,
  ...(['not_shared', 'over', 'one_person', 'one_date', 'fixed', 'late', 'not_buyer'] as const),
]);

/** For each action why it is not allowed; null if it is allowed. */
const ActionsSchema = v.object(v.entriesFromList(ticketActions, v.nullable(ObstacleSchema)));
export type TicketActions = v.InferOutput<typeof ActionsSchema>;

/** A person of a ticket; sites that show a card for each person use this one (docs/product.md#ticket-display). */
const PersonSchema = v.object({
  option_id: v.string(),
  name: v.string(),
  /** Like the ticket's `entry_code`, for this person alone; '' also after the person was admitted. */
  entry_code: v.string(),
  /** This person was admitted at the gate. */
  used: v.boolean(),
});

/** A part that was taken off a ticket: split off with its own link, or sent to somebody. */
const ChildSchema = v.object({
  kind: v.picklist(['split', 'sent']),
  state: TicketStateSchema,
  quantity: Count,
  /** Token of a split-off part's link; '' for a sent part, whose link belongs to its recipient. */
  reservation_token: v.string(),
  /** The recipient's address, mostly masked; '' for a split-off part. */
  sent_to: v.string(),
  /** The mail server refused the mail with a sent part. */
  is_unsent: v.optional(v.boolean()),
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
  /** The scanner at the gate reads this: short, opaque, never the link. Empty unless this reader may enter with it. */
  entry_code: v.string(),
  people: v.array(PersonSchema),
  /** When the server sent this. */
  as_of: Moment,
};

/** A ticket as its holder sees it. After it was handed over or moved it has a state, but no people and no code. */
export const TicketSchema = v.object({
  ...shown,
  reservation_number: v.string(),
  product_uuid: v.string(),
  time_span_id: v.string(),
  /** Yen paid for the people on it, before any coupon. */
  price: Yen,
  order_options: v.array(OrderOptionSchema),
  /** Token of its share link; '' while it is not shared. */
  share_token: v.string(),
  /** Products that were bought along; they belong to the buyer's ticket. */
  set_products: v.array(OrderSetSchema),
  children: v.array(ChildSchema),
  actions: ActionsSchema,
  /**
   * How often its date may still be changed, and until when; null: without limit. How a dearer time is paid, yen of each change, and
   * whether the difference to a cheaper time goes back of this payment, or would of others. Missing: no rule, or it may not.
   */
  change_rule: v.optional(
    v.object({
      left: v.nullable(Count),
      until: v.nullable(Moment),
      difference: v.optional(ChangeDifferenceSchema),
      fee: v.optional(Yen),
      refund: v.optional(v.boolean()),
    }),
  ),
  /**
   * The venue moved the visit and leaves a choice until then: this time, another one free of charge, or the `amount` that was paid for
   * the order. `bar`: why the money does not go back by this link. Missing: no choice, or not any more.
   */
  choice: v.optional(
    v.object({
      until: Moment,
      amount: Yen,
      bar: v.nullable(v.picklist(['not_buyer', 'shared', 'used', 'elsewhere'])),
    }),
  ),
  /** Wallets that a pass can be added to: the operator has keys for them and the pass would admit its holder. */
  wallets: v.optional(v.array(v.picklist(walletNames)), []),
  /** Token of the link that ends the buyer's newsletter, while it is sent. */
  magazine_token: v.optional(v.string()),
  /** The sender's note to the recipient; plain text. */
  note: v.optional(v.string()),
  /** Mail address that a new link would be sent to, mostly masked; missing if the link cannot be replaced. */
  holder_email: v.optional(v.string()),
  /** Mail address that the newest mail about it could not be sent to, mostly masked. */
  unsent_to: v.optional(v.string()),
});
export type Ticket = v.InferOutput<typeof TicketSchema>;

/** The same ticket for the recipient of a share link: without personal data, prices, reservation number and actions. */
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
  /** It can be moved to another day. */
  isDated: boolean;
  /** Its visit is past. */
  isOver: boolean;
  /** Its date was changed as often as its product allows. */
  isFixed: boolean;
  /** Its product allows a change of date at an earlier time only. */
  isLate: boolean;
  /** At least one person was admitted at the gate. */
  isEntered: boolean;
  /** It is the current version of the ticket that the order was bought with. */
  isBuyers: boolean;
};

/** For each action why it is not allowed. The server both sends and enforces this table. */
export const actionsOf = (facts: TicketFacts): TicketActions => {
  const { state, quantity, isDated, isOver, isEntered, isBuyers } = facts;
  const shareable = state === 'shared' || state === 'valid' ? null : state;
  const entered = isEntered ? 'used' : null;
  const over = isOver ? 'over' : null;
  const fixed = !isDated ? 'one_date' : facts.isFixed ? 'fixed' : facts.isLate ? 'late' : null;
  const valid = state === 'valid' ? (entered ?? over) : state;
  return {
    share: shareable ?? entered ?? over,
    stop_sharing: state === 'shared' ? entered : state === 'valid' ? 'not_shared' : state,
    send: valid,
    split: valid ?? (quantity > 1 ? null : 'one_person'),
    change_date: valid ?? fixed,
    receipt: state === 'changed' || state === 'cancelled' ? state : isBuyers ? null : 'not_buyer',
    calendar: shareable ?? over,
    revoke: shareable ?? over,
  };
};

/**
 * True if each person of a ticket gets their own wallet pass, as on sites with a card for each (docs/product.md#ticket-display).
 * Apple accepts at most ten at once; for more people there is one pass for all.
 */
export const hasPassEach = (display: 'fusion' | 'separate', people: number): boolean =>
  display === 'separate' && people > 1 && people <= 10;

/** Formats an entry code in groups for reading aloud. */
export const inGroups = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1 ');

/** The letters and digits of a typed number or code. The alphabet of both has L, but no 1 and I. */
const lettersOf = (typed: string): string =>
  toAscii(typed.normalize('NFKC'))
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/[1I]/g, 'L');

/** Normalises a typed reservation number for lookup: case, width, and what stands between its groups do not matter. */
export const reservationNumberOf = (typed: string): string => lettersOf(typed).replace(/(.{4})(?=.)/g, '$1-');

/** The first character of a typed reservation number that no number has; undefined if there is none. */
export const unfitInNumber = (typed: string): string | undefined =>
  /[^2-9A-HJ-NP-Z]\p{M}*/u.exec(
    ungrouped(typed)
      .toUpperCase()
      .replace(/[1I]/g, 'L')
      .replace(/[^\p{L}\p{N}]/gu, ''),
  )?.[0];

/** Whether a normalised reservation number can be one. */
export const isReservationNumber = (number: string): boolean =>
  /^(?:[2-9A-HJ-NP-Z]{4}-){2}[2-9A-HJ-NP-Z]{4}$/.test(number);

/** Normalises a scanned or typed entry code. Scanners may put the kind of code before it, two characters behind a bracket: `]Q1`. */
export const entryCodeOf = (scanned: string): string => {
  const code = lettersOf(scanned);
  return code.length === 18 ? code.slice(2) : code;
};
