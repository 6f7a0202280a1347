import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Qr } from './qr.tsx';

test('is one path of whole units on white, with a quiet zone of four on each side', () => {
  render(<Qr text="BLX7-92KD-44QM" label="Entry code" />);
  const svg = screen.getByRole('img', { name: 'Entry code' });
  const size = Number(svg.getAttribute('viewBox')?.split(' ')[2]);
  const quietZone = 4;
  /* A QR code of version n has 17 + 4n modules on each side. */
  expect((size - 2 * quietZone - 17) % 4).toBe(0);
  const [background, dark] = [...svg.querySelectorAll('path')].map((path) => path.getAttribute('d') ?? '');
  expect(background).toBe(`M0 0h${size}v${size}H0z`);
  const coordinates = [...(dark ?? '').matchAll(/M(\d+) (\d+)h1v1h-1z/g)].flatMap((match) => [
    Number(match[1]),
    Number(match[2]),
  ]);
  expect(Math.min(...coordinates)).toBe(quietZone);
  expect(Math.max(...coordinates)).toBe(size - quietZone - 1);
});
