import type { ReactNode } from 'react';

type Props = {
  /** The screen that the page opens with is there at once. */
  still?: boolean;
  /** A ticket's screen, which is as wide as its card. */
  ticket?: boolean;
  children: ReactNode;
};

/** The routed view: a new `key` per screen makes it fade in. */
export function Fade({ still, ticket, children }: Props) {
  return (
    <div className="fade" data-still={still || undefined} data-ticket={ticket || undefined}>
      {children}
    </div>
  );
}
