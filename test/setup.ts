import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { afterAll, expect, vi } from 'vitest';
import { treeSeconds } from './tools/cpu.mjs';

/** Where the lane collects what its files used (tools/results.mjs). */
const results = process.env.LANE_RESULTS;
const used = results ? treeSeconds() : 0;

/* Registered first, so it runs last. */
afterAll(() => {
  if (!results) return;
  const name = relative(process.cwd(), expect.getState().testPath ?? '');
  appendFileSync(results, `${JSON.stringify({ name, cpu: treeSeconds() - used })}\n`);
});

/** Files that share a process share its page, if there is one: each begins with an empty one at `/`, without stored data. */
if (typeof window !== 'undefined') {
  sessionStorage.clear();
  localStorage.clear();
  history.replaceState(null, '', '/');
  document.head.replaceChildren();
  document.body.replaceChildren();
  for (const { name } of [...document.documentElement.attributes]) document.documentElement.removeAttribute(name);
}

/** Test files share a process: whatever a file sets in its environment, clock or globals ends with it. */
const before = { ...process.env };

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
});
