import { describe } from 'vitest';
import type { FailureCode } from '#src/domain/failures.ts';

/**
 * Hand-written walks, a list of steps. The same file runs on the charts alone and on the screens (lane `paths`), and in Chromium
 * with a real server (lane `browser`, `written-paths.test.ts`): there responses are the server's own and failures are injected.
 */

export type Part =
  | { readonly kind: 'stands'; readonly state: string }
  | { readonly kind: 'does'; readonly event: string; readonly data: Readonly<Record<string, unknown>> }
  | { readonly kind: 'answers'; readonly actor: string; readonly data: unknown }
  | { readonly kind: 'fails'; readonly actor: string; readonly code: FailureCode };

/** Asserts the page's `data-state`. */
export const at = (state: string): Part => ({ kind: 'stands', state });

/** The visitor sends an event by a usable control, with the payload `what`. */
export const does = (event: string, what: Readonly<Record<string, unknown>> = {}): Part => ({
  kind: 'does',
  event,
  data: what,
});

/** A pending actor ends, by its id. */
export const reply = (actor: string, output?: unknown): Part => ({ kind: 'answers', actor, data: output });

/** A pending actor fails with a code of the failure table. */
export const fails = (actor: string, code: FailureCode): Part => ({ kind: 'fails', actor, code });

/** A target registers the tests that execute a path on it. */
export type PathTarget = { readonly walkPath: (parts: readonly Part[]) => void };

const target: PathTarget =
  typeof document === 'undefined' ? await import('#test/browser/kit/path.ts') : await import('./path-targets.ts');

/** Registers tests that execute the steps, one for each target of the lane; on the default site, in English. */
export const path = (name: string, ...parts: readonly Part[]): void => {
  describe(name, () => target.walkPath(parts));
};
