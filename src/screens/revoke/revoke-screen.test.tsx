import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { Ticket } from '#src/domain/ticket.ts';
import { ticketIn } from '#test/paths/sample-tickets.ts';
import { openPage } from '#test/screens/simulated-shop.tsx';
import { RevokeScreen } from './revoke-screen.tsx';

const address = 'h***@visitor.example';

const open = () => openPage('revoke', RevokeScreen);
const show = (ticket: Ticket = { ...ticketIn('valid'), holder_email: address }) => {
  const shop = open();
  shop.answer('readTicket', ticket);
  return shop;
};
const clickReplace = () => userEvent.click(screen.getByRole('button', { name: 'Replace the link' }));
const linkTo = (key: string) => document.querySelector(`a[data-event="page.requested.${key}"]`);

describe('replacing the link', () => {
  it('points to the newest mail when the link was already replaced', async () => {
    const shop = show();
    await clickReplace();
    shop.refuse('revokeTicket', { code: 'token_not_found' });
    expect(screen.getByRole('alert').textContent).toContain('no longer valid');
    expect(linkTo('reservation-inquiry')).not.toBeNull();
  });
});
