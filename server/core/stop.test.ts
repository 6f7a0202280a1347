import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const module = (path: string) => JSON.stringify(fileURLToPath(new URL(path, import.meta.url)));

/** Stops a separate process with the given phases; returns how it ended and what it logged. */
const stopped = (phases: string, killAfter = 60_000) =>
  new Promise<{ code: number | null; signal: string | null; output: string }>((done) => {
    const program = `
      import { jsonLog } from ${module('./log.ts')};
      import { stopInOrder } from ${module('./stop.ts')};
      const done = (name) => async () => console.error(name);
      const never = () => new Promise(() => {});
      const by = 30_000;
      await stopInOrder(${phases}, jsonLog, ${killAfter});`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let output = '';
    child.stderr.on('data', (part: Buffer) => {
      output += part.toString();
    });
    child.once('close', (code, signal) => done({ code, signal, output }));
  });

describe('a process that is stopping', () => {
  it('runs its phases in sequence and exits with 0', async () => {
    const { code, output } = await stopped(
      `[{ by, steps: { a: done('first') } }, { by, steps: { b: done('second') } }]`,
    );
    expect(output).toBe('first\nsecond\n');
    expect(code).toBe(0);
  });

  it('runs the steps of a phase at the same time', async () => {
    const { code, output } = await stopped(`(() => {
      const { promise, resolve } = Promise.withResolvers();
      return [{ by, steps: { a: () => promise.then(done('first')), b: async () => resolve() } }];
    })()`);
    expect(output).toBe('first\n');
    expect(code).toBe(0);
  });

  it('runs the remaining steps if one fails, and exits with 1', async () => {
    const failing = `() => Promise.reject(new Error('no'))`;
    const { code, output } = await stopped(`[{ by, steps: { a: ${failing} } }, { by, steps: { b: done('second') } }]`);
    expect(output).toMatch(/"event":"stop_failed","step":"a".*\nsecond\n$/);
    expect(code).toBe(1);
  });

  it('runs the remaining steps if one does not finish in time, which it logs, and exits with 1', async () => {
    const { code, output } = await stopped(
      `[{ by: 50, steps: { a: done('first'), b: never } }, { by, steps: { c: done('second') } }]`,
    );
    expect(output).toMatch(/^first\n.*"event":"stop_late","step":"b".*\nsecond\n$/);
    expect(code).toBe(1);
  });

  it('is killed when its event loop is blocked', async () => {
    const { signal, output } = await stopped('[{ by: 50, steps: { a: () => { for (;;); } } }]', 100);
    expect(output).toContain('"event":"stop_killed"');
    expect(signal).toBe('SIGKILL');
  });
});
