import type { ReactNode } from 'react';

export type PageProps = {
  /** Strips above the header. */
  top?: ReactNode;
  header: ReactNode;
  footer: ReactNode;
  /** `wide` for the order screen's two columns, `full` for signage. */
  width?: 'flow' | 'wide' | 'full';
  /** Between header and content: the step bar. */
  steps?: ReactNode;
  /** "Skip to content", for keyboard users. */
  skipText: ReactNode;
  children: ReactNode;
};

/** A `#main` link would change the hash, which belongs to the router. */
const toMain = () => document.getElementById('main')?.focus();

/** Header, content and footer in one column; on a short page the footer is at the bottom. */
export function Page({ top, header, footer, width = 'flow', steps, skipText, children }: PageProps) {
  return (
    <div className="page" data-width={width}>
      <button type="button" className="skip" onClick={toMain}>
        {skipText}
      </button>
      {top}
      {header}
      {steps}
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {footer}
    </div>
  );
}
