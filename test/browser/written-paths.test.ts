import { expect, it } from 'vitest';

/** Runs every hand-written path (test/paths) in Chromium; each file registers its own test (kit/path.ts). */
const files = import.meta.glob('../paths/*.path.test.ts', { eager: true });

it('finds the hand-written paths', () => {
  expect(Object.keys(files)).toContain('../paths/happy-card.path.test.ts');
});
