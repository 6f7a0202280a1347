import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const module = (path: string) => JSON.stringify(fileURLToPath(new URL(path, import.meta.url)));

/** Stops a separate process with the given steps; returns how it ended and what it logged. */
const stopped = (steps: string, within = 10_000, killed = 20_000) =>
  new Promise<{ code: number | null; signal: string | null; output: string }>((done) => {
    const program = `
      import { jsonLog } from ${module('./log.ts')};
      import { stopInOrder } from ${module('./stop.ts')};
      const done = (name) => async () => console.error(name);
      await stopInOrder(${steps}, jsonLog, { within: ${within}, killed: ${killed} });`;
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
  it('runs its steps in sequence and exits with 0', async () => {
    const { code, output } = await stopped(`[['a', done('first')], ['b', done('second')]]`);
    expect(output).toBe('first\nsecond\n');
    expect(code).toBe(0);
  });

  it('runs the remaining steps if one fails, and exits with 1', async () => {
    const { code, output } = await stopped(`[['a', () => Promise.reject(new Error('no'))], ['b', done('second')]]`);
    expect(output).toMatch(/"event":"stop_failed","step":"a".*\nsecond\n$/);
    expect(code).toBe(1);
  });

  it('logs the step that does not finish in time, and exits with 1', async () => {
    const { code, output } = await stopped(`[['a', done('first')], ['b', () => new Promise(() => {})]]`, 50);
    expect(output).toMatch(/^first\n.*"event":"stop_late","step":"b"/);
    expect(code).toBe(1);
  });

  it('is killed when its event loop is blocked', async () => {
    const { signal, output } = await stopped(`[['a', () => { for (;;); }]]`, 50, 100);
    expect(output).toContain('"event":"stop_killed"');
    expect(signal).toBe('SIGKILL');
  });
});
