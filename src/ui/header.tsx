import type { ReactNode } from 'react';

/** The site's header: logo on the left, language list on the right. */
export function Header({ logo, children }: { logo?: ReactNode; children?: ReactNode }) {
  return (
    <header className="header">
      <div className="logo">{logo}</div>
      {children}
    </header>
  );
}

export type LogoProps = {
  /** Dark lettering for light mode; `white` has light lettering for dark mode. */
  black: string;
  white: string;
  alt: string;
  width: number;
  height: number;
  /** Uses one variant in both modes, if the site's header has a fixed colour. */
  variant?: 'black' | 'white' | undefined;
  onPc?: boolean | undefined;
  onSp?: boolean | undefined;
};

/** A logo in the black or white variant, by colour scheme. */
export function Logo({ black, white, alt, width, height, variant, onPc = true, onSp = true }: LogoProps) {
  return (
    <picture className="logo-picture" data-pc={onPc} data-sp={onSp}>
      {variant ? null : <source srcSet={white} media="screen and (prefers-color-scheme: dark)" />}
      <img src={variant === 'white' ? white : black} alt={alt} width={width} height={height} />
    </picture>
  );
}
