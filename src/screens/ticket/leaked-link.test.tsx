import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Ticket } from '#src/domain/ticket.ts';
import { ticketIn } from '#test/paths/sample-tickets.ts';
import { openPage } from '#test/screens/simulated-shop.tsx';
import { TicketScreen } from './ticket-screen.tsx';

const show = (ticket: Ticket): void => openPage('ticket', TicketScreen).answer('readTicket', ticket);
const replacing = () => screen.queryByRole('link', { name: /Replace the link/ });

describe('a leaked link', () => {
  it.each(['valid', 'shared'] as const)('can be replaced when the ticket is %s', (state) => {
    show(ticketIn(state));
    expect(replacing()?.getAttribute('data-event')).toBe('page.requested.revoke');
  });

  it.each([
    ['used', {}],
    ['sent', {}],
    ['changed', {}],
    ['cancelled', {}],
    ['valid', { isOver: true }],
  ] as const)('cannot be replaced when the ticket is %s %o', (state, about) => {
    show(ticketIn(state, about));
    expect(replacing()).toBeNull();
  });
});
