import { describe, expect, it } from 'vitest';
import { lengthFaults, nameFaults } from './shape.ts';
import { filesIn, readText } from './source.ts';

const files = filesIn(['machines', 'packages', 'src', 'server', 'locales', 'test']);

/** docs/architecture.md#files */
describe('files', () => {
  it('have kebab-case names', () => {
    expect(files.flatMap(nameFaults)).toEqual([]);
  });

  it('have at most 250 lines of code', () => {
    expect(files.flatMap((path) => lengthFaults(path, readText(path)))).toEqual([]);
  });

  it.each(['src/ui/Button.tsx', 'src/ui/use_settled.ts', 'src/signIn/form.tsx'])('the rule rejects %s', (path) => {
    expect(nameFaults(path)).toHaveLength(1);
  });

  it.each(['src/ui/x.tsx', 'src/ui/x.css'])('the rule rejects 251 lines of %s', (path) => {
    expect(lengthFaults(path, 'a\n'.repeat(251))).toHaveLength(1);
  });
});
