import { type ReactNode, useState } from 'react';

/** Details behind one line. It opens by itself while `isNeeded`: what has to be seen is not folded away. */
export function Fold({
  summary,
  isNeeded = false,
  children,
}: {
  summary: ReactNode;
  isNeeded?: boolean;
  children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(isNeeded);
  return (
    <details className="fold" open={isOpen || isNeeded} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
