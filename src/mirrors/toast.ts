import * as v from 'valibot';
import { readItem, removeItem, writeItem } from './storage.ts';

const key = 'ticket-store:toast';

const CachedSchema = v.union([v.object({ text: v.string() }), v.object({ textKey: v.string() })]);
type Cached = v.InferOutput<typeof CachedSchema>;

/** Keeps a notice for the page that comes after a full load (docs/product.md#cached-toast). */
export const cacheToast = (toast: Cached): void => writeItem(key, toast);

/** Out: the notice that was kept for this page, once (docs/product.md#cached-toast). */
export const takeCachedToast = (): Cached | null => {
  const { success, output } = v.safeParse(CachedSchema, readItem(key));
  removeItem(key);
  return success ? output : null;
};
