import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

export type LinkButtonProps = ComponentProps<'a'> & {
  variant?: 'primary' | 'secondary' | 'quiet';
  wide?: boolean | undefined;
};

/** A link that looks like a button. */
export function LinkButton({ variant = 'secondary', wide, className, ...rest }: LinkButtonProps) {
  return <a {...rest} className={classNames('button', variant, wide && 'wide', className)} />;
}
