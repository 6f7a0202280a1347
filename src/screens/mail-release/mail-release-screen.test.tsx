import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { onScreen } from '#machines/shared/on-screen.ts';
import { openPage } from '#test/screens/simulated-shop.tsx';
import { MailReleaseCompletionScreen, MailReleaseScreen } from './mail-release-screen.tsx';

it('the end of a subscription, maybe pressed by a machine, can be taken back', async () => {
  const shop = openPage('mail-release', () => (
    <>
      <MailReleaseCompletionScreen />
      <MailReleaseScreen />
    </>
  ));
  const magazine = { email: 'h***@example.jp', is_active: false };
  shop.answer('app/mail-release/readMagazine', magazine);
  const state = () => onScreen(shop.app).state;
  expect(state()).toBe('mail-release.mail-release-completion');
  await userEvent.click(screen.getByRole('button', { name: 'Subscribe again' }));
  shop.refuse('app/mail-release/resumeMagazine', { code: 'connection_error', unknown: true });
  expect(state()).toBe('mail-release.mail-release-completion');
  expect(screen.getAllByRole('alert')[0]?.textContent).toContain('check your connection');
  await userEvent.click(screen.getByRole('button', { name: 'Subscribe again' }));
  shop.answer('app/mail-release/resumeMagazine', { ...magazine, is_active: true });
  expect(state()).toBe('mail-release.mail-release.offering');
});

it('the completion that is opened by itself says that nothing is to be done', () => {
  const { app } = openPage('mail-release-completion', MailReleaseCompletionScreen, {}, '');
  expect(app.getSnapshot().value).toBe('mail-release-completion');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('There is nothing to do here');
  expect(screen.queryByText(/longer send newsletters/)).toBeNull();
});
