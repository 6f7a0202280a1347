import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { pageRequested } from '#machines/shared/screens.ts';
import type { SiteSettings } from '#src/domain/site.ts';
import { simulateShop } from '#test/screens/simulated-shop.tsx';
import { MailConfirmScreen } from './mail-confirm-screen.tsx';

const shop = (site: Partial<SiteSettings> = {}, code: 'token_not_found' | 'token_unavailable' = 'token_not_found') => {
  const simulated = simulateShop({ site: { mailConfirm: true, ...site } });
  simulated.confirmMail('old');
  simulated.refuse('readOrder', { code });
  simulated.show(MailConfirmScreen);
  return simulated;
};

describe('MailConfirmScreen', () => {
  it('says that an open order is given up for that of another link, where there is one', () => {
    const simulated = simulateShop({ site: { mailConfirm: true } });
    const offer = () => {
      act(() => simulated.app.send(pageRequested('mail-confirm', {}, { token: 'mail-2' })));
      const { unmount } = simulated.show(MailConfirmScreen);
      const notice = screen.queryByRole('status')?.textContent ?? null;
      unmount();
      return notice;
    };
    expect(offer()).toBeNull();
    simulated.toPayment();
    expect(offer()).toBe('If the link is for another order, the order that is open here is given up.');
  });

  it.each(['token_not_found', 'token_unavailable'] as const)(
    'reports an invalid link (%s) and offers a new start',
    (code) => {
      const { purchase } = shop({}, code);
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('This link is no longer valid');
      fireEvent.click(screen.getByRole('button', { name: 'Choose tickets again' }));
      expect(purchase?.getSnapshot().children.order).toBeDefined();
    },
  );
});
