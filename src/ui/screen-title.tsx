import type { ReactNode, Ref } from 'react';

export type ScreenTitleProps = {
  children: ReactNode;
  lead?: ReactNode;
  ref?: Ref<HTMLHeadingElement> | undefined;
};

/** The screen's heading; receives the focus when the screen appears (`ref`). */
export function ScreenTitle({ children, lead, ref }: ScreenTitleProps) {
  return (
    <div className="screen-title">
      <h1 tabIndex={-1} ref={ref}>
        {children}
      </h1>
      {lead ? <p className="lead">{lead}</p> : null}
    </div>
  );
}
