import type { ReactNode } from 'react';
import type { Lang } from '#src/domain/lang.ts';
import { TextField } from '#src/ui/fields.tsx';
import { CopyButton } from './copy-button.tsx';

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
