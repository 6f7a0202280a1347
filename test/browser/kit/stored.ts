import * as v from 'valibot';
import type { Visitor } from './visitor.ts';

const Child = v.looseObject({
  snapshot: v.looseObject({ value: v.unknown(), context: v.record(v.string(), v.unknown()) }),
});
const Envelope = v.looseObject({
  snapshot: v.looseObject({ children: v.record(v.string(), Child) }),
});

/** The stored state and context of a direct child of the app's chart. */
export type StoredState = { value: unknown; context: Record<string, unknown> };

const envelopeOf = async ({ stored }: Visitor, site: string) =>
  v.parse(Envelope, JSON.parse((await stored())[`ticket-store:${site}`] ?? ''));

/** What is stored of a child of the app, by its id. */
export const readStoredState = async (
  visitor: Visitor,
  id: string,
  site = 'borderless',
): Promise<StoredState | undefined> => (await envelopeOf(visitor, site)).snapshot.children[id]?.snapshot;

/** Reloads the page with another stored state of one child. */
export const reloadWith = async (
  visitor: Visitor,
  id: string,
  state: StoredState,
  site = 'borderless',
): Promise<void> => {
  const envelope = await envelopeOf(visitor, site);
  const child = envelope.snapshot.children[id];
  if (!child) throw new Error(`Nothing is stored of ${id}.`);
  Object.assign(child.snapshot, state);
  await visitor.page.evaluate(
    ([key = '', text = '']) => {
      addEventListener('pagehide', () => sessionStorage.setItem(key, text));
    },
    [`ticket-store:${site}`, JSON.stringify(envelope)],
  );
  await visitor.page.reload();
};
