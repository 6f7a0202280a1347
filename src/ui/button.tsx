import type { ComponentProps, MouseEvent } from 'react';
import { classNames } from './class-names.ts';

export type ButtonProps = ComponentProps<'button'> & {
  variant?: 'primary' | 'secondary' | 'quiet';
  /** Full width of its container. */
  wide?: boolean | undefined;
  /** The last press is being processed: keeps label, width and focus, and ignores further presses. */
  busy?: boolean | undefined;
};

export function Button({
  variant = 'secondary',
  wide,
  busy,
  type = 'button',
  onClick,
  className,
  ...rest
}: ButtonProps) {
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      className={classNames('button', variant, wide && 'wide', className)}
      // `aria-disabled` instead of `disabled`, because a disabled button loses the focus
      aria-disabled={busy || rest['aria-disabled']}
      aria-busy={busy || undefined}
      onClick={handleClick}
    />
  );
}
