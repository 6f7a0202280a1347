import * as v from 'valibot';
import type { Visitor } from './visitor.ts';

const Child = v.looseObject({
  snapshot: v.looseObject({ value: v.unknown(), context: v.record(v.string(), v.unknown()) }),
});
const Envelope = v.looseObject({
  snapshot: v.looseObject({ children: v.record(v.string(), Child) }),
});

/** The stored state and context of a direct child of the app's chart. */
type StoredState = { value: unknown; context: Record<string, unknown> };

const key = 'ticket-store:borderless';

/** What the default site's page stores, as text. */
export const readStored = async ({ stored }: Visitor): Promise<string> => (await stored())[key] ?? '';

const envelopeOf = async (visitor: Visitor) => v.parse(Envelope, JSON.parse(await readStored(visitor)));

/** Reloads the page with this text in its storage. */
export const reloadWithText = async ({ page }: Visitor, edited: string): Promise<void> => {
  await page.evaluate(
    ([name = '', text = '']) => {
      addEventListener('pagehide', () => sessionStorage.setItem(name, text));
    },
    [key, edited],
  );
  await page.reload();
};

/** Reloads the page with another stored state of one child. */
export const reloadWith = async (visitor: Visitor, id: string, state: StoredState): Promise<void> => {
  const envelope = await envelopeOf(visitor);
  const child = envelope.snapshot.children[id];
  if (!child) throw new Error(`Nothing is stored of ${id}.`);
  Object.assign(child.snapshot, state);
  await reloadWithText(visitor, JSON.stringify(envelope));
};
