import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { ticketIn } from '#test/paths/sample-tickets.ts';
import { openPage } from '#test/screens/simulated-shop.tsx';
import { TicketScreen } from './ticket-screen.tsx';

const open = () => openPage('ticket', TicketScreen);
const show = () => {
  const shop = open();
  shop.answer('readTicket', ticketIn('valid'));
  return shop;
};

describe('removing a ticket from this device', () => {
  const agree = (shop: ReturnType<typeof open>) =>
    act(() => shop.app.getSnapshot().children.dialog?.send({ type: 'dialog.ok' }));

  it('reports a failure with advice, and the ticket stays', async () => {
    const shop = show();
    await userEvent.click(screen.getByRole('button', { name: 'Remove this ticket from this device' }));
    agree(shop);
    shop.refuse('forgetTicket', { code: 'request_error' });
    expect(screen.getByRole('alert').textContent).toContain('browser’s settings');
    expect(screen.getByText('E1')).toBeDefined();
  });
});
