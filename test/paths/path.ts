import { expect, it } from 'vitest';
import { Failure, type FailureCode } from '#src/domain/failures.ts';
import { openPage } from './open-page.tsx';
import { checkPage } from './page.ts';
import { sites } from './plan-rows.ts';
import { byControl } from './visitor.ts';

/** Walks written by hand: a row of steps, each compared with the page. */

type Page = Awaited<ReturnType<typeof openPage>>;
type Part = (page: Page) => void;

/** The page's `data-state`. */
export const at =
  (state: string): Part =>
  () =>
    expect(document.documentElement.dataset.state).toBe(state);

/** The visitor does it, by a control that is offered; `what` it says besides. */
export const does =
  (type: string, what: Readonly<Record<string, unknown>> = {}): Part =>
  () =>
    byControl({ type, ...what });

/** An awaited actor ends, by its id. */
export const reply =
  (id: string, output?: unknown): Part =>
  ({ held }) =>
    held.resolve(id, output);

/** An awaited actor fails with a code of the failure table. */
export const fails =
  (id: string, code: FailureCode): Part =>
  ({ held }) =>
    held.reject(id, new Failure({ code, unknown: false }));

/** A test that walks the steps on the real screens of the default site. */
export const path = (name: string, ...parts: readonly Part[]): void =>
  it(name, async () => {
    const page = await openPage({ input: { site: sites[0], lang: 'ja', seed: 'seed' } });
    try {
      for (const part of parts) {
        part(page);
        await page.arrive();
        checkPage(page.app, undefined);
      }
    } finally {
      page.close();
    }
  });
