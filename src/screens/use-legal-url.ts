import type { LegalDocument } from './legal/legal-texts.ts';
import { useLoadedCatalogue, useShop } from './shop.ts';

/** URL of a legal page: the operator's own if it is configured, otherwise the product's (docs/product.md#footer-legal-links). */
export const useLegalUrl = (): ((document: LegalDocument) => { href: string; newTab: boolean }) => {
  const { href } = useShop();
  const configurations = useLoadedCatalogue()?.configurations;
  return (document) => {
    const configured = configurations?.[`${document}_url`];
    return configured ? { href: configured, newTab: true } : { href: href(document), newTab: false };
  };
};
