import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { Stepper } from './stepper.tsx';

function Demo({ onChange }: { onChange: (value: number) => void }) {
  const [value, setValue] = useState(1);
  return (
    <Stepper
      label="Adult"
      decreaseLabel="Remove one adult"
      increaseLabel="Add one adult"
      value={value}
      valueText={`Adult × ${value}`}
      max={4}
      onChange={(next) => {
        setValue(next);
        onChange(next);
      }}
      data={{ 'data-key': 'adult' }}
    />
  );
}

const start = () => {
  const onChange = vi.fn();
  render(<Demo onChange={onChange} />);
  return { onChange, input: screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Adult' }) };
};

test('buttons count by one and stop at both limits', () => {
  const { onChange, input } = start();
  const less = screen.getByRole('button', { name: 'Remove one adult' });
  fireEvent.click(less);
  fireEvent.click(less);
  expect(input.value).toBe('0');
  expect(less.getAttribute('aria-disabled')).toBe('true');
  const more = screen.getByRole('button', { name: 'Add one adult' });
  for (let count = 0; count < 6; count += 1) fireEvent.click(more);
  expect(input.value).toBe('4');
  expect(more.getAttribute('aria-disabled')).toBe('true');
  expect(onChange.mock.calls.flat()).toEqual([0, 1, 2, 3, 4]);
});

test('full-width and Arabic-Indic digits are understood, and what is typed is not rewritten before the field is left', () => {
  const { onChange, input } = start();
  fireEvent.change(input, { target: { value: '３' } });
  expect(onChange).toHaveBeenLastCalledWith(3);
  expect(input.value).toBe('３');
  fireEvent.change(input, { target: { value: '٢' } });
  fireEvent.blur(input);
  expect(onChange).toHaveBeenLastCalledWith(2);
  expect(input.value).toBe('2');
});

test('a value above the limit counts as the limit at once, so that nothing moves when the field is left', () => {
  const { onChange, input } = start();
  fireEvent.change(input, { target: { value: '40' } });
  expect(onChange.mock.calls).toEqual([[4]]);
  expect(input.value).toBe('40');
  fireEvent.keyDown(input, { key: 'Enter' });
  expect(input.value).toBe('4');
  fireEvent.change(input, { target: { value: 'many' } });
  fireEvent.blur(input);
  expect(input.value).toBe('4');
  expect(onChange).toHaveBeenCalledOnce();
});

test.each([
  ['while it lasts', { isComposing: true, keyCode: 229 }],
  ['after its end, as Safari does', { isComposing: false, keyCode: 229 }],
])('the Enter that ends an IME composition neither rewrites the value nor submits the form: %s', (_, how) => {
  const { input } = start();
  fireEvent.change(input, { target: { value: '４０' } });
  expect(fireEvent.keyDown(input, { key: 'Enter', ...how })).toBe(false);
  expect(fireEvent.keyDown(input, { key: 'ArrowUp', ...how })).toBe(true);
  expect(input.value).toBe('４０');
});

test('arrow keys, Home and End work as in any spin button; its value is spoken with the kind of ticket', () => {
  const { input } = start();
  expect(input.getAttribute('aria-valuetext')).toBe('Adult × 1');
  fireEvent.keyDown(input, { key: 'ArrowUp' });
  expect(['aria-valuenow', 'aria-valuetext'].map((name) => input.getAttribute(name))).toEqual(['2', 'Adult × 2']);
  fireEvent.keyDown(input, { key: 'End' });
  expect(input.getAttribute('aria-valuenow')).toBe('4');
  fireEvent.keyDown(input, { key: 'Home' });
  expect(input.getAttribute('aria-valuenow')).toBe('0');
});
