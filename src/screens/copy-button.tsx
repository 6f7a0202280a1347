import { useState } from 'react';
import { Button } from '#src/ui/button.tsx';
import { useTexts } from '#src/ui/use-texts.ts';

/** Copies a text to the clipboard; if the browser refuses, the text can still be selected beside it. */
export function CopyButton({ text }: { text: string }) {
  const { t } = useTexts();
  const [isCopied, setCopied] = useState(false);
  const copy = () => {
    navigator.clipboard?.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <span className="copy">
      <Button variant="quiet" onClick={copy}>
        {t('common_copy')}
      </Button>
      <span role="status" className="fine">
        {isCopied ? <span>{t('common_copied')}</span> : null}
      </span>
    </span>
  );
}
