import { Link } from 'wouter';
import { type MessageId, useTexts } from '#src/ui/use-texts.ts';
import type { LegalDocument } from './legal/legal-texts.ts';
import { useLegalUrl } from './use-legal-url.ts';

/** A link to a legal page; one on the operator's own site opens in a new tab. */
export function LegalLink({ document, text }: { document: LegalDocument; text: MessageId }) {
  const { t } = useTexts();
  const { href, newTab } = useLegalUrl()(document);
  if (!newTab)
    return (
      <Link href={href}>
        <span>{t(text)}</span>
      </Link>
    );
  return (
    <a href={href} target="_blank" rel="noopener">
      <span>{t(text)}</span>
      <span className="vh">{t('common_new_tab')}</span>
    </a>
  );
}
