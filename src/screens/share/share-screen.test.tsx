import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, onTestFinished } from 'vitest';
import { ticketIn } from '#test/paths/sample-tickets.ts';
import { openPage } from '#test/screens/simulated-shop.tsx';
import { ShareScreen } from './share-screen.tsx';

it('the link is offered to be copied, and to be shared where the browser supports it', async () => {
  const user = userEvent.setup();
  const shared: unknown[] = [];
  Object.assign(navigator, { canShare: () => true, share: async (what: unknown) => void shared.push(what) });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'canShare'));
  openPage('share', ShareScreen).answer('readTicket', ticketIn('shared'));
  const { value: url } = screen.getByRole<HTMLInputElement>('textbox', { name: 'Share link' });
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toBe(url);
  await user.click(screen.getByRole('button', { name: 'Send with an app' }));
  expect(shared).toEqual([{ title: 'Museum', url }]);
});

it('a ticket that cannot be shared offers no action, and says why', () => {
  openPage('share', ShareScreen).answer('readTicket', ticketIn('used'));
  expect(screen.getByRole('alert').textContent).toContain('This ticket has been used for entry.');
  expect(screen.queryByRole('button')).toBeNull();
});
