import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { pageRequested } from '#machines/shared/screens.ts';
import { order } from '#test/paths/answers.ts';
import { simulateShop } from '#test/screens/simulated-shop.tsx';
import { MailConfirmScreen } from './mail-confirm-screen.tsx';

/** The page of a mail's link, whose order the server replies with `reply`. */
const opened = (reply: () => Response) => {
  const requested = vi.fn(async (_url: string) => reply());
  vi.stubGlobal('fetch', requested);
  const shop = simulateShop();
  shop.app.send(pageRequested('mail-confirm', {}, { token: 'mail-1' }));
  shop.show(MailConfirmScreen);
  expect(screen.getByRole('button')).toBe(document.activeElement);
  /** Presses the button; resolves to the token of the link that is then read. */
  const confirm = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Confirm and continue' }));
    return Object(shop.input('readOrder')).mailToken;
  };
  return { requested, confirm };
};

it('says what the link orders, for when, for whom and for how much, before it is confirmed', async () => {
  const { requested, confirm } = opened(() => Response.json(order));
  expect(await screen.findByRole('heading', { name: 'Your order' })).toBeDefined();
  const terms = screen.getAllByRole('term').map(({ textContent }) => textContent);
  expect(terms).toEqual(['Ticket', 'Entry', '1 ticket', 'Total (tax included)']);
  const [product, visit, people, total] = screen.getAllByRole('definition').map(({ textContent }) => textContent);
  expect([product, people, total]).toEqual(['Museum', 'Adult × 1¥2,000', '¥2,000']);
  expect(visit).toMatch(/1 December 2026.*10:00/);
  expect(requested.mock.calls.map(([url]) => url)).toEqual([expect.stringMatching(/\/ordermails\/mail-1\/order$/)]);
  expect(await confirm()).toBe('mail-1');
});

it('asks for the press alone where the order cannot be read', async () => {
  const { requested, confirm } = opened(() => Response.json({ code: 'token_unavailable' }, { status: 410 }));
  await vi.waitFor(() => expect(requested).toHaveBeenCalled());
  expect(screen.queryByRole('heading', { level: 2 })).toBeNull();
  expect(await confirm()).toBe('mail-1');
});
