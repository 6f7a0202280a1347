import { act, cleanup, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { describe, expect, it } from 'vitest';
import { catalogue } from '#test/paths/sample-shop.ts';
import { simulateShop } from '#test/screens/simulated-shop.tsx';
import { PrivacyScreen, TermsScreen } from './legal-screen.tsx';

const show = (Page: ComponentType, changed = {}) =>
  act(async () => {
    const configurations = { ...catalogue.configurations, operator_address: '1-2-3 Shibuya, Tokyo', ...changed };
    simulateShop({ catalogue: { configurations } }).show(Page);
  });

describe('the legal screens', () => {
  it('lead back to a purchase that is under way, and are texts alone without one', async () => {
    const shop = simulateShop();
    shop.toPayment();
    shop.go('terms');
    await act(async () => shop.show(TermsScreen));
    const back = await screen.findByRole('link', { name: 'Continue my order' });
    expect(back.getAttribute('data-event')).toBe('page.requested.payment');
    cleanup();
    await show(TermsScreen);
    await screen.findByRole('heading', { level: 2, name: 'Passing tickets on' });
    expect(screen.queryByRole('link', { name: 'Continue my order' })).toBeNull();
  });

  it('mark the names that are in another language than the page', async () => {
    const facts = { operator_name: '月島美術館', operator_address: '東京都港区', representative: '山田' };
    await show(PrivacyScreen, facts);
    const heading = await screen.findByRole('heading', { name: 'Who we are' });
    const named = heading.closest('section')?.querySelectorAll('[lang=ja]') ?? [];
    expect([...named].map(({ textContent }) => textContent)).toEqual(Object.values(facts));
  });
});
