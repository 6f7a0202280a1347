import type { ReactNode } from 'react';

export type ScreenTitleProps = {
  children: ReactNode;
  lead?: ReactNode;
  /** Shown above the heading, read after it. */
  picture?: ReactNode;
};

/** The screen's heading; receives the focus when the screen appears. */
export function ScreenTitle({ children, lead, picture }: ScreenTitleProps) {
  return (
    <div className="screen-title">
      <h1 tabIndex={-1}>{children}</h1>
      {lead && <p className="lead">{lead}</p>}
      {picture}
    </div>
  );
}
