import * as v from 'valibot';
import { OrderOptionSchema } from './order.ts';
import { Count, Moment, SaleTypeSchema, Yen } from './product.ts';

/** What a ticket is at the gate (SCREENS "ticket"). */
export const TicketStateSchema = v.picklist(['valid', 'used', 'shared', 'sent', 'changed', 'cancelled']);
export type TicketState = v.InferOutput<typeof TicketStateSchema>;

export const TicketSchema = v.object({
  reservation_number: v.string(),
  state: TicketStateSchema,
  product_name: v.string(),
  description: v.string(),
  sale_type: SaleTypeSchema,
  naming_right: v.string(),
  caution: v.string(),
  reservation_from: Moment,
  reservation_to: Moment,
  quantity: Count,
  price: Yen,
  order_options: v.array(OrderOptionSchema),
  /** What the gate's scanner reads: short, opaque, never the link. Empty unless the ticket is valid. */
  entry_code: v.string(),
  /** When the server said this. */
  as_of: Moment,
});
export type Ticket = v.InferOutput<typeof TicketSchema>;
