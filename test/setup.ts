import { afterAll, vi } from 'vitest';

/** Test files share a process: whatever a file sets in its environment, clock or globals ends with it. */
const before = { ...process.env };

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
});
