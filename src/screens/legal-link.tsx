import { useSelector } from '@xstate/react';
import { type MessageId, useTexts } from '#src/ui/use-texts.ts';
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

/** A link to a legal page; one on the operator's own site opens in a new tab. */
export function LegalLink({ document, text }: { document: LegalDocument; text: MessageId }) {
  const { t } = useTexts();
  const { href, newTab } = useLegalUrl()(document);
  return (
    <a href={href} {...(newTab && { target: '_blank', rel: 'noopener' })}>
      <span>{t(text)}</span>
      {newTab ? <span className="vh">{t('common_new_tab')}</span> : null}
    </a>
  );
}
