import * as v from 'valibot';
import { readItem, removeItem, writeItem } from '#src/device/session-storage.ts';

const key = 'ticket-store:toast';

const CachedSchema = v.union([v.object({ text: v.string() }), v.object({ textKey: v.string() })]);
type Cached = v.InferOutput<typeof CachedSchema>;

/** Stores a notice for the page after a full load (docs/product.md#cached-toast). */
export const cacheToast = (toast: Cached): void => writeItem(key, toast);

/** Returns the notice that was stored for this page, and removes it (docs/product.md#cached-toast). */
export const takeCachedToast = (): Cached | null => {
  const { success, output } = v.safeParse(CachedSchema, readItem(key));
  removeItem(key);
  return success ? output : null;
};
