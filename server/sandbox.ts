import { existsSync } from 'node:fs';
import type { Log } from '#server/core/log.ts';

type Process = typeof import('../packages/sandbox/process.ts');
export type Sandbox = Awaited<ReturnType<Process['openSandbox']>>;

const place = new URL('../packages/sandbox/process.ts', import.meta.url);

/** The payment sandbox of a demo. The shop knows the package by its path only: without it, this logs so and returns null. */
export const openSandbox = async (
  options: Parameters<Process['openSandbox']>[0],
  log: Log,
): Promise<Sandbox | null> => {
  if (!existsSync(place)) {
    log('warn', 'sandbox_not_installed', { because: 'packages/sandbox is missing, so no order can be paid' });
    return null;
  }
  const { openSandbox: open }: Process = await import(place.href);
  return open(options);
};
