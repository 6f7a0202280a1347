import type { ReactNode } from 'react';

/** Buttons for next and back: stacked on a phone with the primary first, side by side on wider screens. `quiet`: ways back, on one line. */
export function ButtonRow({ quiet, children }: { quiet?: boolean; children: ReactNode }) {
  return (
    <div className="button-row" data-quiet={quiet}>
      {children}
    </div>
  );
}
