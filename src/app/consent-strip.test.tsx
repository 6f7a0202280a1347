import { act, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { consentOf } from '#src/mirrors/measure/consent.ts';
import { simulateShop } from '#test/screens/simulated-shop.tsx';
import { ConsentStrip } from './bottom-strips.tsx';

const question = () => screen.queryByRole('region', { name: 'Analytics' });
afterEach(() => localStorage.clear());

it('asks in one line after the first choice, and never where a code or a receipt is shown unless the visitor asks', () => {
  const { go, show, toSignIn } = simulateShop();
  show(ConsentStrip);
  expect(question()).toBeNull();
  act(toSignIn);
  expect(question()?.textContent).toMatch(/^Allow Google Analytics, to help us improve this site\? Details/);
  for (const page of ['ticket', 'shared', 'receipt'] as const) {
    go(page, 'a-token');
    expect(question(), page).toBeNull();
  }
  act(() => consentOf('borderless').open());
  // what is sent is then said in full
  expect(question()?.textContent).toContain('the amount and the reservation number');
});
