import { type MessageId, useTexts } from '#src/ui/use-texts.ts';
import type { LegalDocument } from './legal/legal-texts.ts';
import { PageLink } from './page-link.tsx';
import { useLegalUrl } from './use-legal-url.ts';

/** A link to a legal page. */
export function LegalLink({ document, textId }: { document: LegalDocument; textId: MessageId }) {
  const { t } = useTexts();
  return <PageLink {...useLegalUrl()(document)} text={t(textId)} />;
}
