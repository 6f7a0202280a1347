import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { clock } from '#src/domain/dates.ts';
import { orderReply } from '#test/paths/answers.ts';
import { simulateShop } from '#test/screens/simulated-shop.tsx';
import { HoldStrip } from './step-parts.tsx';

/** The page's clock alone: the charts have one of their own. */
const pass = (seconds: number) => act(() => void vi.advanceTimersByTime(seconds * 1000));

const shop = () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.now() });
  const simulated = simulateShop();
  simulated.toSignIn();
  simulated.show(HoldStrip);
  const stripText = () => screen.getByRole('region', { name: 'Tickets kept for you' }).querySelector('p')?.textContent;
  return { ...simulated, stripText };
};

/** The text until a moment, by the venue's clock; the tests run in another zone. */
const untilText = (end: number) => `Held for you until ${clock(end)} (Japan time)`;

it('says until when, without counting, and that it asks again at the end', () => {
  const { purchase, stripText } = shop();
  const end = purchase?.getSnapshot().children.hold?.getSnapshot().context.expiresAt ?? 0;
  for (const seconds of [59, 12 * 60, 100]) {
    pass(seconds);
    expect(stripText()).toBe(untilText(end));
  }
  pass(120);
  expect(stripText()).toBe('Checking whether your tickets are still available…');
});

it('stays as it is when the page is seen again, unless another tab took more time', () => {
  const { answer, purchase } = shop();
  const spoken = () => screen.getByRole('status').textContent;
  const hold = purchase?.getSnapshot().children.hold;
  const end = hold?.getSnapshot().context.expiresAt ?? 0;
  const look = (end: number, seconds_left: number) => {
    act(() => hold?.send({ type: 'page.returned' }));
    answer('lookAtOrder', { ...orderReply({ seconds_left }).output, at: end - seconds_left * 1000 });
  };
  pass(60);
  // The server's seconds are floored, and its replies take differently long.
  for (const shift of [-900, 700, -1_500, 12_000]) look(end + shift, 839);
  expect(spoken()).toBe(untilText(end));
  look(end + 60_000, 899);
  expect(spoken()).toBe(untilText(end + 60_000));
});

it('says the last admission where the hold ends with it', () => {
  const { answer, stripText } = shop();
  fireEvent.click(screen.getByRole('button', { name: 'More time' }));
  const { order } = orderReply({ extensions_left: 0, last_admission: '2026-12-01T18:15:00+09:00' }).output;
  answer('extendHold', { order, at: Date.now() });
  expect(stripText()).toMatch(/^Held for you until .* Last entry for these tickets is at 18:15/);
});
