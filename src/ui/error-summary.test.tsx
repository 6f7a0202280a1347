import { fireEvent, render, screen } from '@testing-library/react';
import { createRef } from 'react';
import { expect, test } from 'vitest';
import { ErrorSummary } from './error-summary.tsx';
import { TextField } from './text-field.tsx';

const start = () => {
  const ref = createRef<HTMLDivElement>();
  render(
    <>
      <ErrorSummary ref={ref} heading="There is a problem" items={[{ id: 'mail', text: 'Enter an address' }]} />
      <TextField
        id="mail"
        label="Mail"
        hint="For the tickets"
        error="Enter an address"
        name="mail"
        value=""
        onChange={() => {}}
      />
    </>,
  );
  return ref;
};

test('takes the focus when asked', () => {
  start().current?.focus();
  expect(document.activeElement?.textContent).toContain('There is a problem');
});

test('its link leads to the field and leaves the address alone', () => {
  start();
  const hash = location.hash;
  expect(fireEvent.click(screen.getByRole('link', { name: 'Enter an address' }))).toBe(false);
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Mail' }));
  expect(location.hash).toBe(hash);
});

test('the field shows the same text, linked to hint and error', () => {
  start();
  const field = screen.getByRole('textbox', { name: 'Mail' });
  const described = field.getAttribute('aria-describedby')?.split(' ') ?? [];
  expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual([
    'For the tickets',
    'Enter an address',
  ]);
  expect(field.getAttribute('aria-invalid')).toBe('true');
});

test('the Enter that ends an IME composition does not submit the form', () => {
  start();
  const field = screen.getByRole('textbox', { name: 'Mail' });
  expect(fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 })).toBe(false);
  expect(fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 })).toBe(true);
});
