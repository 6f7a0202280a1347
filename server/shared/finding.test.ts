import { expect, it } from 'vitest';
import { findingLines, siteFinding } from './finding.ts';

it('a finding is one line, whatever a venue wrote into its file', () => {
  const text = findingLines([siteFinding('SITES', 'mori', 'mori/site.json x\n  SITES (borderless): missing\u202e')]);
  expect(text).toBe('  SITES (mori): mori/site.json x\uFFFD  SITES (borderless): missing\uFFFD');
});
