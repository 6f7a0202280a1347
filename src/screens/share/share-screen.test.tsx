import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ticketIn } from '#test/paths/sample-tickets.ts';
import { openPage } from '#test/screens/simulated-shop.tsx';
import { ShareScreen } from './share-screen.tsx';

afterEach(() => void vi.unstubAllGlobals());

const open = () => openPage('share', ShareScreen);

const button = (name: string) => screen.getByRole('button', { name });
const link = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Share link' }).value;

describe('ShareScreen', () => {
  it('offers to copy the link, and to share it where the browser supports it', async () => {
    const user = userEvent.setup();
    const shared: unknown[] = [];
    Object.assign(navigator, { canShare: () => true, share: async (what: unknown) => void shared.push(what) });
    open().answer('readTicket', ticketIn('shared'));
    await user.click(button('Copy'));
    expect(await navigator.clipboard.readText()).toBe(link());
    await user.click(button('Send with an app'));
    expect(shared).toEqual([{ title: 'Museum', url: link() }]);
    Reflect.deleteProperty(navigator, 'canShare');
  });

  it.each([
    [ticketIn('used'), 'This ticket has been used for entry.'],
    [ticketIn('valid', { isOver: true }), 'The time of this visit has passed.'],
    [ticketIn('valid', { isEntered: true }), 'Not possible: someone has already entered'],
  ])('offers no action that would be refused, and explains why (%#)', (ticket, why) => {
    open().answer('readTicket', ticket);
    expect(screen.getByRole('alert').textContent).toMatch(why);
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByRole('link', { name: 'Back to the ticket' })).toBeDefined();
  });
});
