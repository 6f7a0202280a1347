import { afterAll, vi } from 'vitest';
import { forgetForms } from '#src/forms/memory.ts';

/** Files that share a process share its page, if there is one: each begins with an empty one at `/`, without stored data and input. */
if (typeof window !== 'undefined') {
  sessionStorage.clear();
  localStorage.clear();
  forgetForms();
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
