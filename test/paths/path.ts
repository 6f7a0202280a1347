import { describe } from 'vitest';
import type { FailureCode } from '#src/domain/failures.ts';

/**
 * Walks written by hand: a row of steps. The same file is walked on the bare charts and on the screens (lane `paths`), and in
 * Chromium in front of a real server (lane `browser`, `written-paths.test.ts`): there answers are the server's own, failures are
 * injected.
 */

export type Part =
  | { readonly kind: 'stands'; readonly state: string }
  | { readonly kind: 'does'; readonly event: string; readonly data: Readonly<Record<string, unknown>> }
  | { readonly kind: 'answers'; readonly actor: string; readonly data: unknown }
  | { readonly kind: 'fails'; readonly actor: string; readonly code: FailureCode };

/** The page's `data-state`. */
export const at = (state: string): Part => ({ kind: 'stands', state });

/** The visitor does it, by a control that is offered; `what` it says besides. */
export const does = (event: string, what: Readonly<Record<string, unknown>> = {}): Part => ({
  kind: 'does',
  event,
  data: what,
});

/** An awaited actor ends, by its id. */
export const reply = (actor: string, output?: unknown): Part => ({ kind: 'answers', actor, data: output });

/** An awaited actor fails with a code of the failure table. */
export const fails = (actor: string, code: FailureCode): Part => ({ kind: 'fails', actor, code });

/** A ground registers the tests by which a path is walked on it. */
export type PathGround = { readonly walkPath: (parts: readonly Part[]) => void };

const ground: PathGround =
  typeof document === 'undefined' ? await import('#test/browser/kit/path.ts') : await import('./path-grounds.ts');

/** Tests that walk the steps, one for each ground of the lane; the default site, in English. */
export const path = (name: string, ...parts: readonly Part[]): void => {
  describe(name, () => ground.walkPath(parts));
};
