import type { ReactNode } from 'react';

/** The way on and the way back: stacked on a phone with the primary first, side by side where there is room. */
export function ButtonRow({ children }: { children: ReactNode }) {
  return <div className="button-row">{children}</div>;
}
