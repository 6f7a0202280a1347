import type { Lang } from '#src/domain/lang.ts';

/** The full address of a page, to pass on: it opens in the language of who sends it (docs/product.md#language-in-the-address). */
export const linkFor = (href: string, lang: Lang): string => `${new URL(href, document.baseURI).href}?lang=${lang}`;
