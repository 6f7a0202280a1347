import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Order } from '#src/domain/order.ts';
import { forgetForms } from '#src/forms/memory.ts';
import { customer, orderReply, spring } from '#test/paths/answers.ts';
import { simulateShop } from '#test/screens/simulated-shop.tsx';
import { PaymentScreen } from './payment-screen.tsx';

vi.mock('#src/payments/stripe-forms.tsx', () => ({ StripeForm: null, StripeSecureForm: () => <p>card form</p> }));

/** The payment step of an order of ¥2,000; `part` changes the order. */
const shop = (part: Partial<Order> = {}) => {
  const simulated = simulateShop();
  simulated.toSignIn();
  act(() => simulated.purchase?.send({ type: 'customer.submit', customer }));
  simulated.answer('putCustomer', orderReply({ customer_info: customer, ...part }).output);
  return { ...simulated, ...simulated.show(PaymentScreen) };
};
const ordered = (part: Partial<Order>) => orderReply({ customer_info: customer, ...part }).output.order;
const apply = async (code: string) => {
  await userEvent.type(screen.getByRole('textbox', { name: 'Coupon code' }), code);
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
};
const next = () => screen.getByRole('button', { name: 'Check the order' });

beforeEach(forgetForms);

describe('a coupon on the payment step', () => {
  it.each([
    ['WELCОME10', 'О'],
    ['夏10', '夏'],
    ['SPRÏNG', 'Ï'],
  ])('%s is not sent: the field names the character that no code has', async (code, character) => {
    const { waiting } = shop();
    await apply(code);
    const field = screen.getByRole('textbox', { name: 'Coupon code' });
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(
      screen.getByText(`Coupon code: “${character}” is not possible here. Please delete or replace it`),
    ).toBeDefined();
    expect([waiting().filter((path) => path.includes('changeCoupon')), document.activeElement]).toEqual([[], field]);
  });

  it.each([
    ['coupon_code_not_exist', 'There is no coupon with this code. Please check what you entered.'],
    ['coupon_expired', 'This coupon has expired.'],
    ['coupon_limit_reached', 'This coupon has been used up.'],
    ['coupon_not_available', 'This coupon cannot be used for these tickets.'],
    ['coupon_out_of_coverage', 'This coupon is not valid for the chosen date.'],
    ['coupon_invalid_channel', 'This coupon cannot be used in this shop.'],
    ['coupon_rest_unpayable', 'This coupon would leave ¥30 to pay, which no payment method here takes.'],
  ] as const)('refused as %s shows the reason at its field, without a dialog', async (code, message) => {
    const { refuse, purchase } = shop();
    await apply('SPRING');
    refuse('changeCoupon', { code, rest: 30 });
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Coupon code' });
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(field.value).toBe('SPRING');
    expect(document.activeElement).toBe(field);
    expect(screen.getByRole('alert').textContent, 'heard where the focus stays').toBe(message);
    expect(purchase?.getSnapshot().value).toBe('payment');
  });

  it('that would leave nothing to pay, where that cannot be ordered, says so', async () => {
    const { refuse } = shop();
    await apply('SPRING');
    refuse('changeCoupon', { code: 'coupon_rest_unpayable', rest: 0 });
    expect(
      screen.getByText('This coupon would leave nothing to pay, and this shop takes no orders for ¥0.'),
    ).toBeDefined();
  });

  it('for the full price leaves only "free"; after its removal the only method is chosen again', async () => {
    const { answer } = shop();
    await userEvent.click(screen.getByRole('radio', { name: /Card/ }));
    await apply('ALL');
    answer('changeCoupon', ordered({ price: 0, coupon: { ...spring, coupon_discount: 2000 } }));
    expect(screen.queryByRole('radio', { name: /Card/ })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Remove the coupon' }));
    answer('changeCoupon', ordered({}));
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /Card/ }).checked).toBe(true);
  });

  it('that leaves a total which no method takes is to be removed: no button leads on before that', async () => {
    const { answer } = shop();
    await apply('MOST');
    answer('changeCoupon', ordered({ price: 40, coupon: spring }));
    expect(screen.getByText('Card: for orders of ¥50 or more.')).toBeDefined();
    expect(screen.getByText(/Remove the coupon to go on\.$/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Check the order' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Remove the coupon' }));
    answer('changeCoupon', ordered({}));
    expect(next()).toBeDefined();
  });
});
