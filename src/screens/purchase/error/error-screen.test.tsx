import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { pageRequested } from '#machines/shared/screens.ts';
import type { SiteSettings } from '#src/domain/site.ts';
import { customer, order } from '#test/paths/answers.ts';
import { simulateShop } from '#test/screens/simulated-shop.tsx';
import { ErrorScreen } from './error-screen.tsx';

/** The order of a mail's link cannot be read. */
const unread = (site: Partial<SiteSettings> = {}) => {
  const shop = simulateShop({ site });
  shop.confirmMail('mail');
  shop.refuse('readOrder', { code: 'connection_error', unknown: true });
  shop.show(ErrorScreen);
  return shop;
};

describe('ErrorScreen', () => {
  it('shows what happened, what was saved, how to go on or start again and whom to contact', () => {
    const { purchase } = unread();
    expect(screen.getByText('Your order is kept. You can continue where you left off.')).toBeDefined();
    const resume = screen.getByRole('button', { name: 'Continue my order' });
    expect([resume.dataset.event, resume.hasAttribute('data-primary')]).toEqual(['order.resume', true]);
    expect(screen.getByRole('button', { name: 'Start again' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'museum@example.jp' })).toBeDefined();
    expect(purchase?.getSnapshot().context.failure?.code).toBe('connection_error');
  });

  describe('after a payment return that names no known payment', () => {
    const lost = async (site: Partial<SiteSettings> = {}, order: 'open' | 'none' = 'none') => {
      const shop = simulateShop({ site });
      if (order === 'open') shop.toSignIn();
      shop.app.send(pageRequested('payment-callback', {}, { r: 'zzzz' }));
      shop.refuse('queryOutcome', { code: 'token_not_found' });
      if (order === 'open') shop.answer('queryOutcome', { status: 'open', token: 'order-1' });
      else shop.refuse('queryOutcome', { code: 'token_not_found' });
      shop.show(ErrorScreen);
      return shop;
    };

    it('shows what is known, where the ticket will arrive, not to pay again and whom to contact', async () => {
      await lost();
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('We could not find this payment');
      expect(screen.getByRole('alert').textContent).toMatch(/do not pay again yet.*cannot tell whether.*by email/);
      expect(screen.getByRole('link', { name: 'Find your tickets' }).getAttribute('href')).toBe(
        '#/reservation-inquiry',
      );
      expect(screen.getByRole('link', { name: 'museum@example.jp' })).toBeDefined();
      expect(screen.queryByText(/released/)).toBeNull();
      expect(screen.queryByRole('button', { name: 'Continue my order' })).toBeNull();
    });

    it('links back to the order of this browser and warns before a second payment', async () => {
      const { purchase, answer } = await lost({}, 'open');
      expect(screen.getByText('The order in this browser has not been paid.')).toBeDefined();
      await userEvent.click(screen.getByRole('button', { name: 'Continue my order' }));
      answer('readOrder', { token: 'order-1', order: { ...order, customer_info: customer }, at: Date.now() });
      expect(purchase?.getSnapshot().matches('payment')).toBe(true);
    });
  });
});
