import { describe } from 'vitest';
import type { FailureCode } from '#src/domain/failures.ts';
import { walkPath } from './path-targets.ts';

/**
 * Hand-written walks, a list of steps. The same file runs on the charts alone and on the screens.
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

/** Registers tests that execute the steps, one for each target of the lane; on the default site, in English. */
export const path = (name: string, ...parts: readonly Part[]): void => {
  describe(name, () => walkPath(parts));
};
