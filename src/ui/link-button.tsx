import type { ComponentProps } from 'react';
import { Link } from 'wouter';
import { classNames } from './class-names.ts';

type Look = { variant?: 'primary' | 'secondary' | 'quiet'; wide?: boolean | undefined };
type Anchor = ComponentProps<'a'> & { href: string };
export type LinkButtonProps = Anchor & Look;

/** A link to a route that looks like a button. */
export function LinkButton({ variant = 'secondary', wide, className, ...rest }: LinkButtonProps) {
  return <Link {...rest} className={classNames('button', variant, wide && 'wide', className)} />;
}

/** A link to a file that looks like a button. */
export function FileButton(props: Anchor) {
  return <a {...props} className="button secondary" />;
}
