import { expect, it } from 'vitest';

/** Every path written by hand (test/paths), once more in Chromium: each registers a test of its own (kit/path.ts). */
const files = import.meta.glob('../paths/*.path.test.ts', { eager: true });

it('finds the paths that are written', () => {
  expect(Object.keys(files)).toContain('../paths/happy-card.path.test.ts');
});
