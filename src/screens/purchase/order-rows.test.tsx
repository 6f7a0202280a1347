import { expect, it } from 'vitest';
import type { Order } from '#src/domain/order.ts';
import { customer, order } from '#test/paths/answers.ts';
import { simulateShop } from '#test/screens/simulated-shop.tsx';
import { Terms } from './confirm/terms.tsx';
import { PaymentScreen } from './payment/payment-screen.tsx';

/** An order that was made in Japanese, of a product that the catalogue no longer has. */
const made: Order = {
  ...order,
  main_product: {
    ...order.main_product,
    product_uuid: 'withdrawn',
    product_name: '入場券',
    naming_right: '後援',
    caution: '注意',
    order_options: [{ id: 'adult', name: '大人', type: 'adult', add_cost: 3800, quantity: 1 }],
  },
  set_products: [{ id: 'audio', product_name: '音声ガイド', quantity: 1, add_cost: 600 }],
  coupon: { coupon_code: 'TEN', coupon_name: 'はじめて割', coupon_discount: 440 },
  translations: {
    en: {
      product_name: 'Admission',
      naming_right: 'The Sponsor',
      caution: 'Take care',
      order_options: ['Grown-up'],
      set_products: ['Audio guide'],
      coupon: 'First visit',
    },
  },
};

it('an order that was made in another language is shown in that of the page', () => {
  const shop = simulateShop();
  shop.toPayment({ ...made, customer_info: customer });
  const { container } = shop.show(() => (
    <>
      <PaymentScreen />
      <Terms order={made} method="card" tax={10} />
    </>
  ));
  const text = container.textContent;
  expect(text).not.toMatch(/入場券|後援|注意|大人|音声ガイド|はじめて割/);
  for (const word of ['Admission', 'The Sponsor', 'Take care', 'Grown-up', 'Audio guide']) expect(text).toContain(word);
  expect(text?.match(/First visit/g)).toHaveLength(2);
});
