import type { ReactNode } from 'react';

/** Choices on the left and the summary beside them from 960 px; one column on a phone, with the total bar at the bottom. */
export function Columns({ children, aside }: { children: ReactNode; aside: ReactNode }) {
  return (
    <div className="columns">
      <div className="column">{children}</div>
      <div className="aside">{aside}</div>
    </div>
  );
}
