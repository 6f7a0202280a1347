import { useSelector } from '@xstate/react';
import type { LegalDocument } from './legal/legal-texts.ts';
import { useShop } from './shop.ts';

/** URL of a legal page: the operator's own if it is configured, otherwise the product's (docs/product.md#footer-legal-links). */
export const useLegalUrl = (): ((document: LegalDocument) => { href: string; newTab: boolean }) => {
  const { app, href } = useShop();
  const configurations = useSelector(
    app,
    ({ children }) => children.catalogue?.getSnapshot().context.catalogue?.configurations,
  );
  return (document) => {
    const configured = configurations?.[`${document}_url`];
    return configured ? { href: configured, newTab: true } : { href: href(document), newTab: false };
  };
};
