import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openPage } from '#test/screens/simulated-shop.tsx';
import { MailReleaseCompletionScreen } from './mail-release-screen.tsx';

it('the completion that is opened by itself says that nothing is to be done', () => {
  const { app } = openPage('mail-release-completion', MailReleaseCompletionScreen, {}, '');
  expect(app.getSnapshot().value).toBe('mail-release-completion');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('There is nothing to do here');
  expect(screen.queryByText(/longer send newsletters/)).toBeNull();
});
