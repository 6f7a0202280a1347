import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { completion } from '#test/paths/answers.ts';
import { ticketIn } from '#test/paths/sample-tickets.ts';
import { openPage, simulateShop } from '#test/screens/simulated-shop.tsx';
import { CompleteScreen } from './purchase/complete/complete-screen.tsx';
import { ShareScreen } from './share/share-screen.tsx';

afterEach(() => void Reflect.deleteProperty(navigator, 'clipboard'));

const showNumber = () => {
  const shop = simulateShop();
  shop.toPayment({ status: 'paid', completion });
  shop.show(CompleteScreen);
};
const showLink = () => openPage('share', ShareScreen).answer('readTicket', ticketIn('shared'));
const refusing = { writeText: () => Promise.reject(new DOMException('', 'NotAllowedError')) };

it.each([
  ['a missing clipboard', 'a number', undefined, showNumber],
  ['a missing clipboard', 'a link', undefined, showLink],
  ['a clipboard that refuses', 'a number', refusing, showNumber],
  ['a clipboard that refuses', 'a link', refusing, showLink],
])('%s is said, and %s is selected to be copied by hand', async (_clipboard, _what, clipboard, show) => {
  const user = userEvent.setup();
  show();
  Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  const text = await screen.findByText('This could not be copied. It is selected: please copy it yourself.');
  expect(text.closest('[role="status"]')).not.toBeNull();
  const field = screen.queryByRole<HTMLInputElement>('textbox', { name: 'Share link' });
  if (field)
    expect([document.activeElement, field.selectionStart, field.selectionEnd]).toEqual([field, 0, field.value.length]);
  else expect(getSelection()?.toString()).toBe(completion.reservation_number);
});
