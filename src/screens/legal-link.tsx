import { Link } from 'wouter';
import { type MessageId, useTexts } from '#src/ui/use-texts.ts';
import type { LegalDocument } from './legal/legal-texts.ts';
import { useLegalUrl } from './use-legal-url.ts';

/** A link to a legal page; one on the operator's own site opens in a new tab. */
export function LegalLink({ document, textId }: { document: LegalDocument; textId: MessageId }) {
  const { t } = useTexts();
  const { href, newTab } = useLegalUrl()(document);
  if (!newTab)
    return (
      <Link href={href}>
        <span>{t(textId)}</span>
      </Link>
    );
  return (
    <a href={href} target="_blank" rel="noopener">
      <span>{t(textId)}</span>
      <span className="vh">{t('common_new_tab')}</span>
    </a>
  );
}
