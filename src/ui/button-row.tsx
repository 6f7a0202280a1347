import type { ReactNode } from 'react';

/** Buttons for next and back: stacked on a phone with the primary first, side by side on wider screens. */
export function ButtonRow({ children }: { children: ReactNode }) {
  return <div className="button-row">{children}</div>;
}
