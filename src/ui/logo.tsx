import type { Logo as LogoSettings } from '#src/domain/site.ts';

type LogoProps = LogoSettings & { alt: string; onPc?: boolean; onSp?: boolean };

/** A logo in the black or white variant, by colour scheme. */
export function Logo({ black, white, alt, width, height, variant, onPc = true, onSp = true }: LogoProps) {
  return (
    <picture className="logo-picture" data-pc={onPc} data-sp={onSp}>
      {variant ? null : <source srcSet={white} media="screen and (prefers-color-scheme: dark)" />}
      <img src={variant === 'white' ? white : black} alt={alt} width={width} height={height} />
    </picture>
  );
}
