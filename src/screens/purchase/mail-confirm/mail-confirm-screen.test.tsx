import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { SiteSettings } from '#src/domain/site.ts';
import { heldShop } from '#test/screens/held-shop.tsx';
import { MailConfirmScreen } from './mail-confirm-screen.tsx';

const shop = (site: Partial<SiteSettings> = {}, code: 'token_not_found' | 'token_unavailable' = 'token_not_found') => {
  const held = heldShop({ site: { mailConfirm: true, ...site } });
  held.purchase?.send({ type: 'page.requested', screen: 'mail-confirm', params: {}, query: { token: 'old' } });
  held.refuse('readOrder', { code });
  held.show(MailConfirmScreen);
  return held;
};

describe('MailConfirmScreen', () => {
  it.each(['token_not_found', 'token_unavailable'] as const)(
    'says that the link is dead (%s) and begins again',
    (code) => {
      const { purchase } = shop({}, code);
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('This link is no longer valid');
      fireEvent.click(screen.getByRole('button', { name: 'Choose tickets again' }));
      expect(purchase?.getSnapshot().children.order).toBeDefined();
    },
  );

  it('leads whoever has bought already to the tickets', () => {
    shop();
    expect(screen.getByRole('link', { name: 'Find your tickets' }).getAttribute('href')).toBe('#/reservation-inquiry');
  });

  it('offers the contact where purchases begin by mail only', () => {
    shop({ isOnlyStartMailConfirm: true });
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByRole('link', { name: 'museum@example.jp' })).toBeDefined();
  });
});
