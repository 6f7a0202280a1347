import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { sharedTicket } from '#test/paths/sample-tickets.ts';
import { openPage } from '#test/screens/simulated-shop.tsx';
import { SharedScreen } from './shared-screen.tsx';

it('a shared ticket shows the code, and place and hours, and neither number, receipt nor anything to change', () => {
  openPage('shared', SharedScreen, {}, 'share-1').answer('readTicket', sharedTicket);
  expect(screen.getByRole('img', { name: 'QR code for entry' })).toBeDefined();
  expect(screen.getByText('E2')).toBeDefined();
  expect(screen.queryByText('Reservation number')).toBeNull();
  const hrefs = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(hrefs).toEqual([expect.stringContaining('maps')]);
});
