import { useState } from 'react';
import { Button } from '#src/ui/button.tsx';
import { type MessageId, useTexts } from '#src/ui/use-texts.ts';

const outcomes = { copied: 'common_copied', refused: 'common_copy_refused' } satisfies Record<string, MessageId>;

const selectText = (element: HTMLElement | null): void => {
  if (element instanceof HTMLInputElement) {
    element.focus();
    element.select();
  } else if (element) getSelection()?.selectAllChildren(element);
};

/**
 * Copies a text to the clipboard. Where there is none, or the browser refuses, the button says so and selects the text in the
 * element with the id `shownIn`.
 */
export function CopyButton({ text, shownIn }: { text: string; shownIn: string }) {
  const { t } = useTexts();
  const [outcome, setOutcome] = useState<keyof typeof outcomes | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      selectText(document.getElementById(shownIn));
      setOutcome('refused');
    }
  };
  return (
    <span className="copy">
      <Button variant="quiet" onClick={copy}>
        {t('common_copy')}
      </Button>
      <span role="status" className="fine">
        {outcome ? <span>{t(outcomes[outcome])}</span> : null}
      </span>
    </span>
  );
}
