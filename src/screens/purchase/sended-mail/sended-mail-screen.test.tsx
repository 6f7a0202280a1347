import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { customer } from '#test/paths/answers.ts';
import { simulateShop } from '#test/screens/simulated-shop.tsx';
import { SendedMailScreen } from './sended-mail-screen.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});

const shop = () => {
  const simulated = simulateShop({ site: { mailConfirm: true } });
  simulated.toSignIn();
  simulated.purchase?.send({ type: 'customer.submit', customer });
  simulated.answer('sendOrderMail', { sent_to: customer.email, at: Date.now() });
  simulated.show(SendedMailScreen);
  return simulated;
};
const resend = () => screen.getByRole('button', { name: 'Send it again' });
const pass = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1000));

describe('SendedMailScreen', () => {
  it('shows the recipient and resends the mail at most once a minute', () => {
    const { waiting, input, answer, fire } = shop();
    expect(screen.getByText('We have sent an email to hanako@example.jp.')).toBeDefined();
    fireEvent.click(resend());
    expect(waiting()).not.toContain('app/purchase/resendOrderMail');
    expect(screen.getByText('You can send it again in 60 seconds.')).toBeDefined();
    pass(60);
    fire('resendPause');
    expect(screen.queryByText(/You can send it again in/)).toBeNull();
    fireEvent.click(resend());
    expect(input('resendOrderMail')).toMatchObject({ customer: { email: customer.email } });
    answer('resendOrderMail', { sent_to: customer.email, at: Date.now() });
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
      'We have sent an email to hanako@example.jp.',
    );
    expect(resend().getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByText('You can send it again in 60 seconds.')).toBeDefined();
  });
});
