import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';

const watchdog = new URL('watchdog.ts', import.meta.url).href;

/** Runs a separate process with a watchdog that checks every 50 ms, until it ends. */
const run = async (code: string) => {
  const script = `
    const { reportProgress, startWatchdog } = await import('${watchdog}');
    process.on('SIGTERM', () => process.exit(0));
    startWatchdog({ every: 50, max: 10 });
    ${code}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stderr.on('data', (text: Buffer) => {
    output += text.toString();
  });
  child.stdout.on('data', () => child.kill('SIGTERM'));
  const [exitCode, signal] = await once(child, 'exit');
  return { exitCode, signal, output };
};

describe('a process with a watchdog', () => {
  it('is killed when its event loop is blocked and it cannot handle SIGTERM', async () => {
    const { signal, output } = await run(`process.stdout.write('hung'); for (;;);`);
    expect(signal).toBe('SIGKILL');
    expect(output).toContain('"event":"process_hung"');
  });

  it('keeps running while the event loop runs or the database reports progress', async () => {
    const { exitCode, output } = await run(`
      setTimeout(() => {
        const until = Date.now() + 1500;
        while (Date.now() < until) reportProgress();
        process.exit(7);
      }, 1500);`);
    expect(output).toBe('');
    expect(exitCode).toBe(7);
  });

  it('exits normally when no work is left', async () => {
    expect(await run('')).toEqual({ exitCode: 0, signal: null, output: '' });
  });
});
