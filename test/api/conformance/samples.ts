import { venueDay } from '#src/domain/dates.ts';
import type { World } from './world.ts';

/**
 * What each call would take, of the right shape and about nothing that is there: the timespan, coupon, payment and option
 * are nobody's, so that nothing is done should a request pass.
 */
export const bodiesOf = async (world: World): Promise<Record<string, object>> => {
  const lang = await world.lang();
  const body = await world.bodyOf(await world.roomy(), { people: 1 });
  const customer = await world.customer();
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
    createReservationMail: { email, lang },
  };
};

/** The same for queries. */
export const queriesOf = async (world: World): Promise<Record<string, Record<string, string>>> => {
  const lang = await world.lang();
  const { product, span } = await world.roomy();
  const day = venueDay(span.reservation_from);
  return {
    getProducts: { lang },
    getTexts: { lang },
    getPaymentMethods: { lang },
    searchProducts: { from: day, to: day, lang, product_uuid: product.uuid },
    searchSetProducts: { lang, main_product_time_span_id: span.id },
    getOrderableStocks: { product_time_span_id: span.id },
    getReservation: { email: 'nobody@visitor.example', reservation_number: 'AAAA-AAAA-AAAA' },
    getToday: { lang },
  };
};
