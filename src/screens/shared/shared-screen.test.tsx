import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { sharedTicket } from '#test/paths/sample-tickets.ts';
import { openPage } from '#test/screens/simulated-shop.tsx';
import { SharedScreen } from './shared-screen.tsx';

const open = () => openPage('shared', SharedScreen, {}, 'share-1');

describe('SharedScreen', () => {
  it('shows the code, and place and hours, and neither number, receipt nor anything to change', () => {
    open().answer('readTicket', sharedTicket);
    expect(screen.getByRole('img', { name: 'QR code for entry' })).toBeDefined();
    expect(screen.getByText('E2')).toBeDefined();
    expect(screen.queryByText('Reservation number')).toBeNull();
    const hrefs = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(hrefs).toEqual([expect.stringContaining('maps')]);
  });

  it('reports that the ticket is no longer shared, also when sharing ended meanwhile', async () => {
    const shop = open();
    shop.answer('readTicket', sharedTicket);
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    shop.refuse('readTicket', { code: 'token_not_found' });
    expect(screen.getByRole('alert').textContent).toContain('This ticket is no longer shared');
    expect(screen.queryByRole('img')).toBeNull();
  });
});
