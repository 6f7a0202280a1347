import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Link } from 'wouter';
import { classNames } from './class-names.ts';

type Look = {
  variant?: 'primary' | 'secondary' | 'quiet';
  /** Full width of its container. */
  wide?: boolean | undefined;
};

export type ButtonProps = Omit<ComponentProps<'button'>, 'className'> &
  Look & {
    /** The last press is being processed: keeps label, width and focus, and ignores further presses. */
    busy?: boolean | undefined;
  };

export function Button({ variant = 'secondary', wide, busy, type = 'button', onClick, ...rest }: ButtonProps) {
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      className={classNames('button', variant, wide && 'wide')}
      // `aria-disabled` instead of `disabled`, because a disabled button loses the focus
      aria-disabled={busy || rest['aria-disabled']}
      aria-busy={busy || undefined}
      onClick={handleClick}
    />
  );
}

/** Buttons for next and back: stacked on a phone with the primary first, side by side on wider screens. `quiet`: ways back, on one line. */
export function ButtonRow({ quiet, children }: { quiet?: boolean; children: ReactNode }) {
  return (
    <div className="button-row" data-quiet={quiet}>
      {children}
    </div>
  );
}

type Anchor = Omit<ComponentProps<'a'>, 'className'> & { href: string };
export type LinkButtonProps = Anchor & Look;

/** A link to a route that looks like a button. */
export function LinkButton({ variant = 'secondary', wide, ...rest }: LinkButtonProps) {
  return <Link {...rest} className={classNames('button', variant, wide && 'wide')} />;
}

/** A link to a file that looks like a button. */
export function FileButton(props: Anchor) {
  return <a {...props} className="button secondary" />;
}
