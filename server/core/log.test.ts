import { afterEach, expect, it, vi } from 'vitest';
import { actingCharacters, actingIn } from '#test/tools/acting.ts';
import { jsonLog } from './log.ts';
import { line as lineOf, shownError, shownName } from './shown.ts';

afterEach(() => vi.restoreAllMocks());

it('a log entry is one line without control characters, whatever a fact contains', () => {
  const written: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  const because = actingCharacters.join('a');
  jsonLog('error', 'site_invalid', { because });
  expect(written).toHaveLength(1);
  const [line = ''] = written;
  expect([actingIn(line), line.indexOf('\n')]).toEqual([[], line.length - 1]);
  expect(JSON.parse(line)).toMatchObject({ because });
});

it('an unknown error is shown without control characters', () => {
  const text = shownError(new Error(actingCharacters.join('a')));
  expect([actingIn(text), text]).toEqual([[], expect.stringContaining('at ')]);
});

it('a name in a line has no run of blanks, after which a terminal would begin another line', () => {
  const name = `Eve${'\u3000'.repeat(28)}AAAA-BBBB-CCCC  paid`;
  expect(lineOf`-  open  ${shownName(name)}`).toBe('-  open  Eve AAAA-BBBB-CCCC paid');
});
