import type { App } from '#machines/refs.ts';
import type { SiteSettings } from '#src/domain/site.ts';

/** How long after the start of the app the tag manager starts, ms (docs/product.md#const-tag-manager-delay). */
const delay = 1000;

/** Measurement, on sites with a tag-manager container. It starts late, so that it delays nothing the visitor waits for. */
export const mirrorAnalytics = (app: App, site: SiteSettings): void => {
  if (site.gatagKey.url === '') return;
  const begin = async () => (await import('./measure.ts')).measure(app, site);
  setTimeout(() => begin().catch(() => undefined), delay);
};
