import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { DataProps } from './data.ts';

export type FooterLink = { key: string; href: string; text: ReactNode; newTab?: boolean | undefined; data?: DataProps };

export type FooterProps = {
  /** Accessible name of the list of links. */
  label: string;
  links: readonly FooterLink[];
  /** Read by screen readers after links that open a new tab. */
  newTabText: string;
  brand?: ReactNode;
  copyright?: ReactNode;
  /** After the links, e.g. the button that opens the consent question. */
  children?: ReactNode;
};

export function Footer({ label, links, newTabText, brand, copyright, children }: FooterProps) {
  return (
    <footer className="footer">
      <div className="inner">
        <nav aria-label={label}>
          <ul>
            {links.map(({ key, href, text, newTab, data }) => (
              <li key={key}>
                {newTab ? (
                  <a {...data} href={href} target="_blank" rel="noopener">
                    <span>{text}</span>
                    <span className="vh">{newTabText}</span>
                  </a>
                ) : (
                  <Link {...data} href={href}>
                    <span>{text}</span>
                  </Link>
                )}
              </li>
            ))}
            {children ? <li>{children}</li> : null}
          </ul>
        </nav>
        {brand || copyright ? (
          <div className="imprint" translate="no">
            {brand ? <p className="brand">{brand}</p> : null}
            {copyright ? <p>{copyright}</p> : null}
          </div>
        ) : null}
      </div>
    </footer>
  );
}
