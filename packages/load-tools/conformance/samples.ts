import { venueDay } from 'ticket-store/src/domain/dates.ts';
import type { Context } from './context.ts';

/**
 * Well-formed bodies for each call about things that do not exist (timespan, coupon, payment, option), so that a request that is
 * accepted by mistake has no effect.
 */
export const bodiesOf = async (context: Context): Promise<Record<string, object>> => {
  const lang = await context.lang();
  const body = await context.bodyOf(await context.roomy(), { people: 1 });
  const customer = await context.customer();
  const email = 'nobody@visitor.example';
  const option_values = [{ id: 'no-such-option', count: 1 }];
  const payment = { token: 'none', brand: 'visa', last4: '4242' };
  return {
    createOrder: { ...body, time_span_id: 'no-such-timespan' },
    putOrder: customer,
    createOrderMail: customer,
    createOrderCoupon: { coupon: 'NO-SUCH-COUPON' },
    deleteOrderCoupon: { coupon: 'NO-SUCH-COUPON' },
    checkout: { payment_method: 'stripe_secure', payment, lang, price: 1 },
    confirmCheckout: { payment_intent_id: 'pi_none' },
    sendTicket: { email, note: '', lang, option_values },
    splitTicket: { option_values },
    changeDate: { time_span_id: 'no-such-timespan' },
    createChange: { time_span_id: 'no-such-timespan' },
    correctEmail: { email },
    createReservationMail: { email, lang },
  };
};

/** The same for queries. */
export const queriesOf = async (context: Context): Promise<Record<string, Record<string, string>>> => {
  const lang = await context.lang();
  const { product, span } = await context.roomy();
  const day = venueDay(span.reservation_from);
  return {
    getProducts: { lang },
    getTexts: { lang },
    getPaymentMethods: { lang },
    searchProducts: { from: day, to: day, lang, product_uuid: product.uuid },
    searchSetProducts: { lang, main_product_time_span_id: span.id },
    getOrderableStocks: { product_time_span_id: span.id },
    getReservation: { email: 'nobody@visitor.example', reservation_number: 'AAAA-AAAA-AAAA' },
    getQueuePlace: { product_uuid: product.uuid },
    getToday: { lang },
  };
};
