import { Link } from 'wouter';
import { type MessageId, useTexts } from '#src/ui/use-texts.ts';
import type { LegalDocument } from './legal/legal-texts.ts';
import { useLoadedCatalogue, useShop } from './shop.ts';

/** A link to a page of the shop, or in a new tab to one of the operator's own site. */
export function PageLink({ href, newTab = false, text }: { href: string; newTab?: boolean; text: string }) {
  const { t } = useTexts();
  if (!newTab)
    return (
      <Link href={href}>
        <span>{text}</span>
      </Link>
    );
  return (
    <a href={href} target="_blank" rel="noopener">
      <span>{text}</span>
      <span className="vh">{t('common_new_tab')}</span>
    </a>
  );
}

/** URL of a legal page: the operator's own if it is configured, otherwise the product's (docs/product.md#footer-legal-links). */
export const useLegalUrl = (): ((document: LegalDocument) => { href: string; newTab: boolean }) => {
  const { href } = useShop();
  const configurations = useLoadedCatalogue()?.configurations;
  return (document) => {
    const configured = configurations?.[`${document}_url`];
    return configured ? { href: configured, newTab: true } : { href: href(document), newTab: false };
  };
};

/** A link to a legal page. */
export function LegalLink({ document, textId }: { document: LegalDocument; textId: MessageId }) {
  const { t } = useTexts();
  return <PageLink {...useLegalUrl()(document)} text={t(textId)} />;
}
