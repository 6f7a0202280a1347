import type { ReactNode } from 'react';

/** The routed view: a new `key` per screen makes it fade in. `still`: the screen that the page opens with is there at once. */
export function Fade({ still, children }: { still?: boolean; children: ReactNode }) {
  return (
    <div className="fade" data-still={still || undefined}>
      {children}
    </div>
  );
}
