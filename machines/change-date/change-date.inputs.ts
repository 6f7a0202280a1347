import { checkoutMachine as checkout } from '#machines/checkout/checkout.machine.ts';
import { search } from '#machines/order/order.actors.ts';
import { takeToken } from '#machines/payment/payment.actors.ts';
import { readTicket } from '#machines/ticket/ticket.actors.ts';
import type { TicketInput } from '#machines/ticket/ticket.types.ts';
import { visitOf } from '#src/domain/checkout.ts';
import { changeDate } from './change-date.actors.ts';
import { priceOf } from './change-date.logic.ts';
import type { ChangeDateContext } from './change-date.types.ts';

type Inputs = { context: ChangeDateContext };

export const inputs = {
  change: ({ input }: { input: TicketInput }): ChangeDateContext => ({
    ...input,
    attempt: null,
    ticket: null,
    failure: null,
    missed: null,
    placed: null,
    method: null,
    payment: null,
    result: null,
    choice: { month: null, day: null, timespan: null },
    wanted: { month: null, day: null },
    days: [],
    slots: [],
  }),
  ticket: ({ context: { token, lang } }: Inputs) => ({ token, lang }),
  search: ({ context: { lang, token, ticket, wanted } }: Inputs) => ({
    ...{ lang, product_uuid: ticket?.product_uuid ?? '', ...wanted },
    ...{ order_token: null, reservation_token: token },
  }),
  move: ({ context }: Inputs) => ({
    ...{ token: context.token, timespan: context.choice.timespan },
    ...{ price: priceOf(context), key: context.attempt?.key ?? '' },
  }),
  method: ({ context: { method } }: Inputs) => ({ method }),
  /** The payment of the placed order; a provider's return is passed to it while it runs. */
  checkout: ({ context: { placed, lang, method, payment } }: Inputs) => ({
    ...{ token: placed?.token ?? null, lang, method, payment, r: null },
    price: placed?.order.price ?? 0,
    visit: placed && visitOf(placed.order.main_product),
  }),
};

export const actors = { readTicket, search, changeDate, takeToken, checkout };
