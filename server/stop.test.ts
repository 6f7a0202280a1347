import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const module = (path: string) => JSON.stringify(fileURLToPath(new URL(path, import.meta.url)));

/** Stops a separate process with the given steps; returns how it ended and what it logged. */
const stopped = (steps: string, within = 10_000, killed = 20_000) =>
  new Promise<{ code: number | null; signal: string | null; said: string }>((done) => {
    const program = `
      import { jsonLog } from ${module('./http/log.ts')};
      import { stopInOrder } from ${module('./stop.ts')};
      const done = (name) => async () => console.error(name);
      await stopInOrder(${steps}, jsonLog, { within: ${within}, killed: ${killed} });`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (part: Buffer) => {
      said += part.toString();
    });
    child.once('close', (code, signal) => done({ code, signal, said }));
  });

describe('a process that is told to stop', () => {
  it('does its steps one after the other and ends with 0', async () => {
    const { code, said } = await stopped(`[['a', done('first')], ['b', done('second')]]`);
    expect(said).toBe('first\nsecond\n');
    expect(code).toBe(0);
  });

  it('does the others when one fails, and ends with 1', async () => {
    const { code, said } = await stopped(`[['a', () => Promise.reject(new Error('no'))], ['b', done('second')]]`);
    expect(said).toMatch(/"event":"stop_failed","step":"a".*\nsecond\n$/);
    expect(code).toBe(1);
  });

  it('says at which step it waited for ever, and ends with 1', async () => {
    const { code, said } = await stopped(`[['a', done('first')], ['b', () => new Promise(() => {})]]`, 50);
    expect(said).toMatch(/^first\n.*"event":"stop_late","step":"b"/);
    expect(code).toBe(1);
  });

  it('is killed when nothing in it runs any more', async () => {
    const { signal, said } = await stopped(`[['a', () => { for (;;); }]]`, 50, 100);
    expect(said).toContain('"event":"stop_killed"');
    expect(signal).toBe('SIGKILL');
  });
});
