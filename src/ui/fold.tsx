import { type ReactNode, useState } from 'react';

type FoldProps = { summary: ReactNode; isNeeded?: boolean; isBeside?: boolean; children: ReactNode };

/** A window with a second column, and room in it for what is folded away on a phone. */
const hasRoom = (): boolean => globalThis.matchMedia?.('(min-width: 60rem) and (min-height: 45rem)').matches ?? false;

/**
 * Details behind one line. It opens by itself while `isNeeded`: what has to be seen is not folded away. One that stands beside the page
 * (`isBeside`) begins open where the window has room.
 */
export function Fold({ summary, isNeeded = false, isBeside = false, children }: FoldProps) {
  const [isOpen, setOpen] = useState(() => isNeeded || (isBeside && hasRoom()));
  return (
    <details className="fold" open={isOpen || isNeeded} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
