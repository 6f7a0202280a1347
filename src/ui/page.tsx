import type { ReactNode } from 'react';

export type PageProps = {
  /** Strips above the header. */
  top?: ReactNode;
  header: ReactNode;
  footer: ReactNode;
  /** The screen: the steps of a purchase are wide, for their two columns. */
  screen: string;
  /** Between header and content: the step bar. */
  steps?: ReactNode;
  /** "Skip to content", for keyboard users. */
  skipText: string;
  children: ReactNode;
};

/** A `#main` link would change the hash, which belongs to the router. */
const toMain = () => document.getElementById('main')?.focus();

/** Header, content and footer in one column; on a short page the footer is at the bottom. */
export function Page({ top, header, footer, screen, steps, skipText, children }: PageProps) {
  return (
    <div className="page" data-screen={screen}>
      <nav aria-label={skipText}>
        <button type="button" className="skip" onClick={toMain}>
          {skipText}
        </button>
      </nav>
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
