import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { sharedTicket } from '#test/paths/sample-tickets.ts';
import { openPage } from '#test/screens/simulated-shop.tsx';
import { SharedScreen } from './ticket-screen.tsx';

it('a shared ticket shows the code, and place and hours, and neither number, receipt nor anything to change, until it ends', async () => {
  const shop = openPage('shared', SharedScreen, {}, 'share-1');
  shop.answer('readTicket', sharedTicket);
  expect(screen.getByRole('img', { name: 'QR code for entry' })).toBeDefined();
  expect(screen.getByText('E2')).toBeDefined();
  expect(screen.queryByText('Reservation number')).toBeNull();
  const hrefs = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(hrefs).toEqual([expect.stringContaining('maps')]);
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  shop.refuse('readTicket', { code: 'token_not_found' });
  expect(screen.getByRole('alert').textContent).toContain('This ticket is no longer shared');
  expect(screen.queryByRole('img')).toBeNull();
});
