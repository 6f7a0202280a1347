import { type ReactNode, useState } from 'react';
import type { Lang } from '#src/domain/lang.ts';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/fields.tsx';
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

/** The full address of a page, to pass on: it opens in the language of who sends it (docs/product.md#language-in-the-address). */
export const linkFor = (href: string, lang: Lang): string => `${new URL(href, document.baseURI).href}?lang=${lang}`;

type Props = { id: string; name: string; label: string; hint?: string; url: string; children: ReactNode };

/**
 * A link to copy: it is selected as a whole when it has the focus, and never translated. Below it the ways to pass it on, of which
 * `children` are further ones.
 */
export function LinkField({ url, children, ...field }: Props) {
  return (
    <>
      <TextField
        {...field}
        readOnly
        value={url}
        translate="no"
        onFocus={(event) => event.target.select()}
        onChange={() => undefined}
      />
      <div className="ways">
        <CopyButton text={url} shownIn={field.id} />
        {children}
      </div>
    </>
  );
}
